import { createHash, randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server'
import { Secret, TOTP } from 'otpauth'
import type { NewPasskey, PasskeyAnswer } from '#contract/factor-fields.ts'
import { bareRecoveryCode } from '#domain/second-factor.ts'
import type { StoredPasskey } from '#server/records/staff/pending-sign-ins.ts'

// The codes of authenticator apps (TOTP, RFC 6238) have 6 digits and are new every 30 seconds.

/** Allows the clock of a phone to be off by one code. */
const toleratedSteps = 1

/**
 * Returns the time step of a code: the current, the previous or the next one. Null if the code is wrong, or of the used
 * step `after` or an earlier one. A step `after` in the future was used while the clock was ahead.
 */
export function stepOfCode(secret: string, code: string, now: Date, after = -1): number | null {
  const timestamp = now.getTime()
  const app = new TOTP({ secret: Secret.fromBase32(secret) })
  const delta = app.validate({ token: code.replaceAll(/\s/g, ''), timestamp, window: toleratedSteps })
  if (delta === null) return null
  const current = app.counter({ timestamp })
  const step = current + delta
  return step > after || after > current + toleratedSteps ? step : null
}

/** Hashes a code once, like a session's token, because it has 119 random bits. */
export const hashRecoveryCode = (code: string): Buffer =>
  createHash('sha256').update(bareRecoveryCode(code)).digest()

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
