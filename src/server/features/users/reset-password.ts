import type { resetPassword as endpoint } from '#contract/users.ts'
import { orThrow, refuse } from '#domain/outcome.ts'
import type { CallContext } from '#server/http/call.ts'
import { hashPassword } from '#server/auth/password.ts'
import { userChange, listStaffForAdmin } from '#server/services/staff-members.ts'
import { writeHistory } from '#server/records/history.ts'
import { endSessionsOf, updatePassword } from '#server/records/users.ts'

/** Resets a user's password; the page generated it and shows it, and neither reply nor history contains it. */
export async function resetPassword({ params, body, scope }: CallContext<typeof endpoint>) {
  const members = await listStaffForAdmin(scope)
  const user = members.find(({ userId }) => userId === params.userId) ?? orThrow(refuse('user-unknown'))
  await updatePassword(scope, user.userId, await hashPassword(body.newPassword))
  await endSessionsOf(scope, user.userId)
  await writeHistory(scope, { what: 'password reset', ...userChange(user, user) })
  return { msg: 'Password reset successfully' as const, user: { ...user, seenAt: null } }
}
