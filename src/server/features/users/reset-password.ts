import type { resetPassword as endpoint } from '#contract/users.ts'
import { orThrow, refuse } from '#domain/outcome.ts'
import type { Call } from '#server/http/mount.ts'
import { hashPassword } from '#server/http/password.ts'
import { aboutUser, membersFor, userOnWire } from './members.ts'

/** The page makes the password and shows it; no answer and no line of history holds it. */
export async function resetPassword({ params, body, staff, records }: Call<typeof endpoint>) {
  const members = await membersFor({ staff, records })
  const user = members.find(({ userId }) => userId === params.userId) ?? orThrow(refuse('user-unknown'))
  await records.users.setPassword(user.userId, await hashPassword(body.newPassword))
  await records.users.endSessions(user.userId)
  await records.changes.add({ what: 'password reset', ...aboutUser(user, user) })
  return { msg: 'Password reset successfully' as const, user: userOnWire({ ...user, seenAt: null }) }
}
