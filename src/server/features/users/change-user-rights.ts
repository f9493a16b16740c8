import type { changeUserRights as endpoint } from '#contract/users.ts'
import { orThrow } from '#domain/outcome.ts'
import { changeMember } from '#domain/roles.ts'
import type { CallContext } from '#server/http/call.ts'
import { writeHistory } from '#server/records/history.ts'
import { updateRights } from '#server/records/users.ts'
import { withdrawRequestsOf } from '#server/services/approval.ts'
import { listStaffForAdmin } from '#server/services/staff-members.ts'

/** Grants a user rights within the role, from the next call on. */
export async function changeUserRights({ params, body, scope }: CallContext<typeof endpoint>) {
  const members = await listStaffForAdmin(scope)
  const { before, after } = orThrow(changeMember(members, params.userId, { rights: body.rights }))
  const { userId, rights } = after
  await updateRights(scope, userId, rights)
  await withdrawRequestsOf(scope, userId)
  await writeHistory(scope, {
    what: 'user rights changed',
    before: { rights: before.rights?.join(', ') ?? 'all' },
    after: { userId, rights: rights?.join(', ') ?? 'all' },
  })
  return { msg: 'Rights changed successfully' as const, user: after }
}
