import { createHash, randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server'
import type { NewPasskey, PasskeyAnswer } from '#contract/factor-fields.ts'
import type { StoredPasskey } from '#server/records/staff/pending-sign-ins.ts'

export interface RelyingParty {
  /** The domain of the relying party. */
  readonly id: string
  readonly origin: string
}

/** Returns null if browsers offer no passkeys, which is so at an IP address and without HTTPS. */
export function relyingPartyOf({ hostname, protocol, origin }: URL): RelyingParty | null {
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  const isAddress = isIP(hostname) !== 0 || hostname.startsWith('[')
  return !isAddress && (isLocal || protocol === 'https:') ? { id: hostname, origin } : null
}

export const newChallenge = (): string => randomBytes(32).toString('base64url')

/** Returns a handle that reveals nothing about the user to an authenticator. */
export const userHandleOf = (userId: string): string =>
  createHash('sha256').update(`user ${userId}`).digest('base64url')

interface Expected extends RelyingParty {
  readonly challenge: string
}

const expectedOf = ({ id, origin, challenge }: Expected) => ({
  expectedChallenge: challenge,
  expectedOrigin: origin,
  expectedRPID: id,
  requireUserVerification: true,
})

export interface MadePasskey {
  readonly credentialId: string
  readonly publicKey: Buffer
  readonly counter: number
}

/** Returns the new passkey; null unless it is a genuine answer to the challenge. */
export async function verifyNewPasskey(
  { id, rawId, type, response }: NewPasskey,
  expected: Expected,
): Promise<MadePasskey | null> {
  const { clientDataJSON, attestationObject } = response
  const verified = await verifyRegistrationResponse({
    response: {
      id,
      rawId,
      type,
      response: { clientDataJSON, attestationObject },
      clientExtensionResults: {},
    },
    ...expectedOf(expected),
  }).catch(() => null)
  if (!verified?.verified) return null
  const { credential } = verified.registrationInfo
  return {
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey),
    counter: credential.counter,
  }
}

/** Returns the counter of the passkey; null unless the answer to the challenge is genuine. */
export async function verifyPasskey(
  { id, rawId, type, response }: PasskeyAnswer,
  stored: StoredPasskey,
  expected: Expected,
): Promise<number | null> {
  const { clientDataJSON, authenticatorData, signature } = response
  const verified = await verifyAuthenticationResponse({
    response: {
      id,
      rawId,
      type,
      response: { clientDataJSON, authenticatorData, signature },
      clientExtensionResults: {},
    },
    credential: {
      id: stored.credentialId,
      publicKey: new Uint8Array(stored.publicKey),
      counter: stored.counter,
    },
    ...expectedOf(expected),
  }).catch(() => null)
  return verified?.verified ? verified.authenticationInfo.newCounter : null
}
