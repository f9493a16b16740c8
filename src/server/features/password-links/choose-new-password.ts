import type { chooseNewPassword as endpoint } from '#contract/password-links.ts'
import { Refused } from '#domain/outcome.ts'
import { originOf } from '#server/auth/authenticate.ts'
import { countedAddress } from '#server/auth/client-address.ts'
import { deviceToken, setDeviceCookie } from '#server/auth/device-cookie.ts'
import { requireUsablePassword } from '#server/auth/password-rules.ts'
import { hashOfToken } from '#server/auth/session-cookie.ts'
import { beginAttempt, makeKnown, stateOfDevice } from '#server/auth/sign-in-throttle.ts'
import { setPasswordByLink } from '#server/auth/use-link.ts'
import type { PublicCallContext } from '#server/http/call.ts'
import { findLinkOwner } from '#server/records/password-links.ts'
import { findSchool } from '#server/records/school.ts'

/** No user has this id, as it has no @: what fails counts for the address alone. */
const attemptOf = (address: string): string => `link from ${address}`

/**
 * Sets the password of a link's user, and makes the browser known, so that the sign-in that follows has tries of its own.
 * An unknown, used or expired link gets the same reply, and counts as a sign-in attempt; the right one waits for none of
 * these, as nobody finds its 256 bits by guessing.
 */
export async function chooseNewPassword(call: PublicCallContext<typeof endpoint>) {
  const { body, request, reply, db, now, passwords } = call
  const tokenHash = hashOfToken(body.token)
  const owner = await findLinkOwner(db, tokenHash, now)
  if (!owner) {
    await beginAttempt(db, { userId: attemptOf(countedAddress(request.ip)), request, now })
    throw new Refused({ code: 'link-unknown' })
  }
  const { userId, hashes } = owner
  const { name: school } = await findSchool({ trx: db })
  await requireUsablePassword(body.newPassword, { ...owner, school }, hashes)
  const passwordHash = await passwords.hash(body.newPassword)
  await setPasswordByLink(db, owner, { tokenHash, passwordHash, origin: originOf(request), now })
  const { isKnownBrowser } = await stateOfDevice(db, { userId, request, now })
  const browser = { device: deviceToken(request), isKnownBrowser }
  setDeviceCookie(request, reply, await makeKnown(db, { ...browser, userId, proof: { passwordHash }, now }))
  return { msg: 'Password changed successfully' as const, userId }
}
