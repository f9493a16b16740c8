// The passkey library is loaded when it is needed.

import type { NewPasskey, PasskeyAnswer } from '#contract/factor-fields.ts'
import type { PasskeyToMake } from '#contract/second-factor.ts'
import type { PasskeyRequest } from '#domain/outcome.ts'

const timeout = 120_000

/** WebAuthn's numbers for EdDSA, ES256 and RS256. */
const algorithms = [-8, -7, -257]

/** Signs with one of the user's passkeys; null if the user dismissed the question or has no passkey here. */
export async function askPasskey(request: PasskeyRequest): Promise<PasskeyAnswer | null> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const answer = await startAuthentication({
    optionsJSON: {
      challenge: request.challenge,
      rpId: request.relyingParty,
      allowCredentials: request.passkeys.map(descriptorOf),
      userVerification: 'required',
      timeout,
    },
  }).catch(dismissed)
  if (!answer) return null
  const { id, rawId, response } = answer
  const { clientDataJSON, authenticatorData, signature } = response
  return { id, rawId, type: 'public-key', response: { clientDataJSON, authenticatorData, signature } }
}

/** Makes a passkey; null if the user dismissed the question or has a passkey on that authenticator. */
export async function makePasskey(toMake: PasskeyToMake): Promise<NewPasskey | null> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  const answer = await startRegistration({
    optionsJSON: {
      challenge: toMake.challenge,
      rp: { id: toMake.relyingParty, name: toMake.relyingPartyName },
      user: { id: toMake.userHandle, name: toMake.userId, displayName: toMake.userName },
      pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
      excludeCredentials: toMake.existing.map(descriptorOf),
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
      attestation: 'none',
      timeout,
    },
  }).catch(dismissed)
  if (!answer) return null
  const { id, rawId, response } = answer
  const { clientDataJSON, attestationObject, transports = [] } = response
  return { id, rawId, type: 'public-key', response: { clientDataJSON, attestationObject, transports } }
}

const descriptorOf = ({ credentialId, transports }: PasskeyRequest['passkeys'][number]) => ({
  id: credentialId,
  type: 'public-key' as const,
  transports: [...transports],
})

/** A browser fails with one of these errors if the user dismisses its question or the authenticator refuses. */
function dismissed(problem: unknown): null {
  if (
    problem instanceof Error &&
    /^(NotAllowed|Abort|InvalidState|NotSupported|Security|Constraint|Unknown)Error$/.test(problem.name)
  )
    return null
  throw problem
}
