import type * as contract from '#contract/password-links.ts'
import { orThrow, refuse, Refused } from '#domain/outcome.ts'
import { originOf } from '#server/auth/authenticate.ts'
import { countedAddress } from '#server/auth/client-address.ts'
import { deviceToken, setDeviceCookie } from '#server/auth/device-cookie.ts'
import { requireUsablePassword } from '#server/auth/password-rules.ts'
import { hashOfToken } from '#server/auth/session-cookie.ts'
import { beginAttempt, makeKnown, stateOfDevice } from '#server/auth/sign-in-throttle.ts'
import { setPasswordByLink } from '#server/auth/use-link.ts'
import type { CallContext, PublicCallContext } from '#server/http/call.ts'
import { findSchool } from '#server/records/campus/school.ts'
import { writeHistory } from '#server/records/history.ts'
import { findLinkOwner, saveLink } from '#server/records/staff/password-links.ts'
import { listStaffForAdmin } from '#server/services/staff-members.ts'

const linkHours = 24

/** Makes a link and ends the user's earlier link; only the hash is stored. */
export async function makePasswordLink({
  params,
  body,
  scope,
}: CallContext<typeof contract.makePasswordLink>) {
  const members = await listStaffForAdmin(scope)
  const user = members.find(({ userId }) => userId === params.userId) ?? orThrow(refuse('user-unknown'))
  if (user.disabled) return orThrow(refuse('user-disabled'))
  const until = new Date(scope.now.getTime() + linkHours * 3_600_000)
  await saveLink(scope, user.userId, hashOfToken(body.token), until)
  await writeHistory(scope, { what: 'password link made', after: { userId: user.userId, role: user.role } })
  return { msg: 'Link made successfully' as const, until }
}

/** Returns an id that no user has, because it has no @, so that a failure counts for the address alone. */
const attemptOf = (address: string): string => `link from ${address}`

/**
 * Makes the browser known, so that the next sign-in has attempts of its own. An unknown, used or expired link gets the
 * same reply and counts as a sign-in attempt. Such attempts never delay a valid link: its 256 bits cannot be guessed.
 */
export async function chooseNewPassword(call: PublicCallContext<typeof contract.chooseNewPassword>) {
  const { body, request, reply, db, now, passwords } = call
  const tokenHash = hashOfToken(body.token)
  const owner = await findLinkOwner(db, tokenHash, now)
  if (!owner) {
    await beginAttempt(db, { userId: attemptOf(countedAddress(request.ip)), request, now })
    throw new Refused({ code: 'link-unknown' })
  }
  const { userId, passwordHash: currentHash } = owner
  const { name: school } = await findSchool({ trx: db })
  await requireUsablePassword(body.newPassword, { ...owner, school }, currentHash)
  const passwordHash = await passwords.hash(body.newPassword)
  await setPasswordByLink(db, owner, { tokenHash, passwordHash, origin: originOf(request), now })
  const { isKnownBrowser } = await stateOfDevice(db, { userId, request, now })
  const browser = { device: deviceToken(request), isKnownBrowser }
  setDeviceCookie(request, reply, await makeKnown(db, { ...browser, userId, proof: { passwordHash }, now }))
  return { msg: 'Password changed successfully' as const, userId }
}
