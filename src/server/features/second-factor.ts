import type * as contract from '#contract/second-factor.ts'
import { orThrow, Refused, refuseFields } from '#domain/outcome.ts'
import { factorWaitMinutes, hasFactor, keepFactor } from '#domain/second-factor.ts'
import {
  hashRecoveryCode,
  newChallenge,
  relyingPartyOf,
  stepOfCode,
  userHandleOf,
  verifyNewPasskey,
} from '#server/auth/second-factors.ts'
import type { CallContext, SiteCallContext } from '#server/http/call.ts'
import { findSchool } from '#server/records/campus/school.ts'
import { writeHistory } from '#server/records/history.ts'
import type { Scope } from '#server/records/scope.ts'
import {
  addOwnPasskey,
  deleteOwnFactors,
  findOwnFactors,
  hasOwnFactor,
  lockOwnFactors,
  removeOwnPasskey,
  saveOwnApp,
  saveOwnChallenge,
  saveOwnRecoveryCodes,
  takeOwnChallenge,
  type OwnFactors,
} from '#server/records/staff/second-factor.ts'

/** Saves the recovery codes; refuses a first factor without them. */
export async function saveFirstCodes(
  scope: Scope,
  before: OwnFactors,
  codes: readonly string[] | undefined,
): Promise<void> {
  if (codes) await saveOwnRecoveryCodes(scope, codes.map(hashRecoveryCode))
  else if (!hasOwnFactor(before))
    orThrow(refuseFields({ field: 'recoveryCodes', message: 'Recovery codes are needed' }))
}

export async function secondFactor({ scope, site }: SiteCallContext<typeof contract.secondFactor>) {
  const { appSetUpAt, passkeys, codesLeft } = await findOwnFactors(scope)
  return {
    msg: 'Second factor fetched',
    appSetUpAt,
    passkeys: [...passkeys],
    codesLeft,
    isRequired: scope.needsFactor,
    passkeysAt: relyingPartyOf(site)?.id ?? null,
  }
}

/** Sets up an authenticator app; a code of the secret proves that the app has the secret. */
export async function setUpApp({ body, scope }: CallContext<typeof contract.setUpApp>) {
  const before = await lockOwnFactors(scope)
  const step = stepOfCode(body.secret, body.code, scope.now)
  if (step === null)
    return orThrow(refuseFields({ field: 'code', message: 'This is not the code of this secret' }))
  await saveFirstCodes(scope, before, body.recoveryCodes)
  await saveOwnApp(scope, body.secret, step)
  const { userId } = scope
  await writeHistory(scope, { what: 'second factor set up', after: { userId, factor: 'authenticator app' } })
  return { msg: 'Authenticator app set up' as const }
}

/** Returns a challenge for a new passkey, which can be used once, within a few minutes. */
export async function beginPasskey({ scope, site }: SiteCallContext<typeof contract.beginPasskey>) {
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

/** Adds the passkey that an authenticator made for the challenge of `beginPasskey`. */
export async function addPasskey({ body, scope, site }: SiteCallContext<typeof contract.addPasskey>) {
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

/** Removes a passkey; without another factor, the recovery codes are deleted too. */
export async function removePasskey({ body, scope }: CallContext<typeof contract.removePasskey>) {
  const { appSetUpAt, passkeys } = await lockOwnFactors(scope)
  const name = await removeOwnPasskey(scope, body.credentialId)
  if (name === null) throw new Refused({ code: 'passkey-unknown' })
  const remaining = { hasApp: appSetUpAt !== null, passkeys: passkeys.length - 1 }
  orThrow(keepFactor(remaining, scope.needsFactor))
  if (!hasFactor(remaining)) await deleteOwnFactors(scope)
  const { userId } = scope
  await writeHistory(scope, { what: 'passkey removed', before: { passkey: name }, after: { userId } })
  return { msg: 'Passkey removed' as const }
}

/** Replaces the recovery codes; the earlier codes no longer work. */
export async function renewRecoveryCodes({ body, scope }: CallContext<typeof contract.renewRecoveryCodes>) {
  const { codesLeft, ...factors } = await lockOwnFactors(scope)
  if (!hasOwnFactor(factors)) throw new Refused({ code: 'no-factor' })
  await saveOwnRecoveryCodes(scope, body.recoveryCodes.map(hashRecoveryCode))
  const { userId } = scope
  await writeHistory(scope, {
    what: 'recovery codes renewed',
    before: { codesLeft },
    after: { userId, codesLeft: body.recoveryCodes.length },
  })
  return { msg: 'Recovery codes renewed' as const }
}

/** Turns the second factor off; refuses if the rules of the campus require it. */
export async function turnOffSecondFactor({ scope }: CallContext<typeof contract.turnOffSecondFactor>) {
  await lockOwnFactors(scope)
  orThrow(keepFactor({ hasApp: false, passkeys: 0 }, scope.needsFactor))
  if (!(await deleteOwnFactors(scope))) throw new Refused({ code: 'no-factor' })
  await writeHistory(scope, { what: 'second factor turned off', after: { userId: scope.userId } })
  return { msg: 'Second factor turned off' as const }
}
