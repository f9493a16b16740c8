import type { disableUser as endpoint } from '#contract/users.ts'
import { orThrow } from '#domain/outcome.ts'
import { changeMember } from '#domain/roles.ts'
import type { CallContext } from '#server/http/call.ts'
import { writeHistory } from '#server/records/history.ts'
import { endSessionsOf, updateDisabled } from '#server/records/users.ts'
import { withdrawRequestsOf } from '#server/services/approval.ts'
import { listStaffForAdmin, userChange } from '#server/services/staff-members.ts'

/**
 * Disables or enables a user, also oneself where another admin remains; the exclusive lock keeps one admin. What a disabled
 * user asked for is withdrawn.
 */
export async function disableUser({ params, body, scope }: CallContext<typeof endpoint>) {
  const members = await listStaffForAdmin(scope)
  const { disabled } = body
  const { before, after } = orThrow(changeMember(members, params.userId, { disabled }))
  await updateDisabled(scope, after.userId, disabled)
  await endSessionsOf(scope, after.userId)
  await withdrawRequestsOf(scope, after.userId)
  await writeHistory(scope, {
    what: disabled ? 'user disabled' : 'user enabled',
    ...userChange(before, after),
  })
  return {
    msg: disabled ? ('User disabled successfully' as const) : ('User enabled successfully' as const),
    user: { ...after, seenAt: null },
  }
}
