import type { changeUserRole as endpoint } from '#contract/users.ts'
import { orThrow } from '#domain/outcome.ts'
import { changeMember } from '#domain/roles.ts'
import type { CallContext } from '#server/http/call.ts'
import { writeHistory } from '#server/records/history.ts'
import { updateRole } from '#server/records/users.ts'
import { withdrawRequestsOf } from '#server/services/approval.ts'
import { listStaffForAdmin, userChange } from '#server/services/staff-members.ts'

/** Changes a role; sessions continue in it. The exclusive lock keeps two admins from demoting each other at once. */
export async function changeUserRole({ params, body, scope }: CallContext<typeof endpoint>) {
  const members = await listStaffForAdmin(scope)
  const { before, after } = orThrow(changeMember(members, params.userId, { role: body.role }))
  await updateRole(scope, after.userId, after.role)
  await withdrawRequestsOf(scope, after.userId)
  await writeHistory(scope, { what: 'user role changed', ...userChange(before, after) })
  return { msg: 'Role changed successfully' as const, user: after }
}
