import type { chooseNewPassword as endpoint } from '#contract/password-links.ts'
import { Refused } from '#domain/outcome.ts'
import { originOf } from '#server/auth/authenticate.ts'
import { countedAddress } from '#server/auth/client-address.ts'
import { hashPassword } from '#server/auth/password.ts'
import { requireUsablePassword } from '#server/auth/password-rules.ts'
import { hashOfToken } from '#server/auth/session-cookie.ts'
import { beginAttempt } from '#server/auth/sign-in-throttle.ts'
import { setPasswordByLink } from '#server/auth/use-link.ts'
import type { PublicCallContext } from '#server/http/call.ts'
import { findLinkOwner } from '#server/records/password-links.ts'
import { findSchool } from '#server/records/school.ts'
import { forgetAttempts } from '#server/records/sign-in-attempts.ts'

/** No user has this id, as it has no @: what fails counts for the address alone. */
const attemptOf = (address: string): string => `link from ${address}`

/** Sets the password of a link's user; an unknown, used or expired link gets the same reply, and counts as a sign-in attempt. */
export async function chooseNewPassword({ body, request, db, now }: PublicCallContext<typeof endpoint>) {
  const userId = attemptOf(countedAddress(request.ip))
  const attempt = await beginAttempt(db, { userId, request, now })
  const tokenHash = hashOfToken(body.token)
  const owner = await findLinkOwner(db, tokenHash, now)
  if (!owner) throw new Refused({ code: 'link-unknown' })
  await forgetAttempts(db, attempt)
  const { name: school } = await findSchool({ trx: db })
  await requireUsablePassword(body.newPassword, { ...owner, school }, owner.hashes)
  const passwordHash = await hashPassword(body.newPassword)
  await setPasswordByLink(db, owner, { tokenHash, passwordHash, origin: originOf(request), now })
  return { msg: 'Password changed successfully' as const, userId: owner.userId }
}
