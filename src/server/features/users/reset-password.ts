import type { resetPassword as endpoint } from '#contract/users.ts'
import { orThrow, refuse } from '#domain/outcome.ts'
import { requireUsablePassword } from '#server/auth/password-rules.ts'
import type { PasswordCallContext } from '#server/http/call.ts'
import { writeHistory } from '#server/records/history.ts'
import { findSchool } from '#server/records/school.ts'
import { endSessionsOf, updatePassword } from '#server/records/users.ts'
import { listStaffForAdmin, userChange } from '#server/services/staff-members.ts'

/** Resets a user's password, which they have to change at the next sign-in; the page generated it and shows it, and neither reply nor history contains it. */
export async function resetPassword({
  params,
  body,
  scope,
  passwords,
}: PasswordCallContext<typeof endpoint>) {
  const members = await listStaffForAdmin(scope)
  const user = members.find(({ userId }) => userId === params.userId) ?? orThrow(refuse('user-unknown'))
  const { newPassword } = body
  const { name: school } = await findSchool(scope)
  // Not compared with the user's former ones: a refusal would tell the admin what they were (decision record 47).
  await requireUsablePassword(newPassword, { ...user, school })
  await updatePassword(scope, user.userId, await passwords.hash(newPassword), { mustChange: true })
  await endSessionsOf(scope, user.userId)
  await writeHistory(scope, { what: 'password reset', ...userChange(user, user) })
  return { msg: 'Password reset successfully' as const, user: { ...user, seenAt: null } }
}
