import type { resetSecondFactor as endpoint } from '#contract/users.ts'
import { orThrow, refuse } from '#domain/outcome.ts'
import type { CallContext } from '#server/http/call.ts'
import { writeHistory } from '#server/records/history.ts'
import { resetFactorsOf } from '#server/records/second-factor.ts'
import { endSessionsOf } from '#server/records/users.ts'
import { listStaffForAdmin, userChange } from '#server/services/staff-members.ts'

/** Removes the second factor of a user who lost it; one's own is reset by another admin. */
export async function resetSecondFactor({ params, scope }: CallContext<typeof endpoint>) {
  const members = await listStaffForAdmin(scope)
  const user = members.find(({ userId }) => userId === params.userId) ?? orThrow(refuse('user-unknown'))
  if (user.userId === scope.userId) return orThrow(refuse('own-factor'))
  if (!(await resetFactorsOf(scope, user.userId))) return orThrow(refuse('no-factor'))
  await endSessionsOf(scope, user.userId)
  await writeHistory(scope, { what: 'second factor reset', ...userChange(user, user) })
  return {
    msg: 'Second factor reset successfully' as const,
    user: { ...user, secondFactor: false, seenAt: null },
  }
}
