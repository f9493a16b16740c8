import type { addPasskey as endpoint } from '#contract/second-factor.ts'
import { orThrow, Refused, refuseFields } from '#domain/outcome.ts'
import { relyingPartyOf, verifyNewPasskey } from '#server/auth/passkeys.ts'
import type { SiteCallContext } from '#server/http/call.ts'
import { writeHistory } from '#server/records/history.ts'
import { addOwnPasskey, lockOwnFactors, takeOwnChallenge } from '#server/records/second-factor.ts'
import { saveFirstCodes } from './own-factors.ts'

/** Adds the passkey that an authenticator made for the challenge of `beginPasskey`. */
export async function addPasskey({ body, scope, site }: SiteCallContext<typeof endpoint>) {
  const { name, passkey, recoveryCodes } = body
  const party = relyingPartyOf(site)
  if (!party) throw new Refused({ code: 'no-passkeys-here' })
  const before = await lockOwnFactors(scope)
  const challenge = await takeOwnChallenge(scope)
  if (challenge === null) throw new Refused({ code: 'passkey-ended' })
  const made = await verifyNewPasskey(passkey, { ...party, challenge })
  if (!made) return orThrow(refuseFields({ field: 'passkey', message: 'This passkey was not accepted' }))
  await saveFirstCodes(scope, before, recoveryCodes)
  const transports = passkey.response.transports ?? []
  if (!(await addOwnPasskey(scope, { ...made, name, transports, relyingParty: party.id }))) {
    throw new Refused({ code: 'passkey-exists' })
  }
  await writeHistory(scope, { what: 'passkey added', after: { userId: scope.userId, passkey: name } })
  return { msg: 'Passkey added' as const }
}
