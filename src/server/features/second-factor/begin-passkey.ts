import type { beginPasskey as endpoint } from '#contract/second-factor.ts'
import { Refused } from '#domain/outcome.ts'
import { factorWaitMinutes } from '#domain/second-factor.ts'
import { newChallenge, relyingPartyOf, userHandleOf } from '#server/auth/passkeys.ts'
import type { SiteCallContext } from '#server/http/call.ts'
import { findSchool } from '#server/records/school.ts'
import { findOwnFactors, saveOwnChallenge } from '#server/records/second-factor.ts'

/** What an authenticator needs to make a passkey; the challenge can be used once, within some minutes. */
export async function beginPasskey({ scope, site }: SiteCallContext<typeof endpoint>) {
  const party = relyingPartyOf(site)
  if (!party) throw new Refused({ code: 'no-passkeys-here' })
  const challenge = newChallenge()
  await saveOwnChallenge(scope, challenge, new Date(scope.now.getTime() + factorWaitMinutes * 60_000))
  const { passkeys } = await findOwnFactors(scope)
  const { name } = await findSchool(scope)
  return {
    msg: 'Make the passkey now',
    challenge,
    relyingParty: party.id,
    relyingPartyName: name,
    userHandle: userHandleOf(scope.userId),
    userId: scope.userId,
    userName: scope.userName,
    existing: passkeys
      .filter(({ relyingParty }) => relyingParty === party.id)
      .map(({ credentialId, transports }) => ({ credentialId, transports })),
  }
}
