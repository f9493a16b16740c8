// A software authenticator that creates and uses passkeys (WebAuthn, ES256) as a phone or a security key would.

import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest()
const base64url = (data: Buffer): string => data.toString('base64url')

/** Encodes CBOR for an attestation: small maps, text, up to 255 bytes and small numbers. */
function cbor(value: number | string | Buffer | ReadonlyMap<number | string, unknown>): Buffer {
  const head = (kind: number, size: number) =>
    size < 24 ? Buffer.of((kind << 5) | size) : Buffer.of((kind << 5) | 24, size)
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  const entries = [...value].flatMap(([key, item]) => [cbor(key), cbor(item as Parameters<typeof cbor>[0])])
  return Buffer.concat([head(5, value.size), ...entries])
}

/** The signed data, and the parts that an attacker or a broken authenticator would change. */
interface AnswerOptions {
  readonly challenge: string
  readonly relyingParty?: string
  readonly origin?: string
  readonly userVerified?: boolean
  readonly counter?: number
}

export class SoftwareAuthenticator {
  readonly credentialId = randomBytes(16)
  readonly #keys: { readonly privateKey: KeyObject; readonly publicKey: KeyObject }
  #counter = 0

  constructor() {
    this.#keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  }

  #clientData(type: string, { challenge, origin = 'http://localhost' }: AnswerOptions): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  }

  #authenticatorData(options: AnswerOptions, attested: Buffer = Buffer.of()): Buffer {
    const { relyingParty = 'localhost', userVerified = true, counter = (this.#counter += 1) } = options
    const flags = 0x01 | (userVerified ? 0x04 : 0) | (attested.length > 0 ? 0x40 : 0)
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([sha256(relyingParty), Buffer.of(flags), count, attested])
  }

  make(options: AnswerOptions) {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' })
    const key = cbor(
      new Map<number, number | Buffer>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]),
    )
    const idLength = Buffer.of(0, this.credentialId.length)
    const attested = Buffer.concat([Buffer.alloc(16), idLength, this.credentialId, key])
    const authData = this.#authenticatorData(options, attested)
    const attestation = cbor(
      new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ]),
    )
    const id = base64url(this.credentialId)
    return {
      id,
      rawId: id,
      type: 'public-key',
      response: {
        clientDataJSON: base64url(this.#clientData('webauthn.create', options)),
        attestationObject: base64url(attestation),
        transports: ['internal'],
      },
    }
  }

  answer(options: AnswerOptions) {
    const clientData = this.#clientData('webauthn.get', options)
    const authenticatorData = this.#authenticatorData(options)
    const signed = Buffer.concat([authenticatorData, sha256(clientData)])
    const id = base64url(this.credentialId)
    return {
      id,
      rawId: id,
      type: 'public-key',
      response: {
        clientDataJSON: base64url(clientData),
        authenticatorData: base64url(authenticatorData),
        signature: base64url(sign('sha256', signed, this.#keys.privateKey)),
      },
    }
  }
}
