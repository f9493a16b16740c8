import type { UserReply } from '#contract/users.ts'
import { Refused } from '#domain/outcome.ts'
import { canManage } from '#domain/roles.ts'
import type { Scope } from '#server/records/scope.ts'
import { listStaff } from '#server/records/staff/users.ts'

/** Lists the staff. Refuses a caller whom another call disabled, or made a non-admin, while this call waited. */
export async function listStaffForAdmin(scope: Scope): Promise<UserReply[]> {
  const members = await listStaff(scope)
  const caller = members.find(({ userId }) => userId === scope.userId)
  if (!caller || caller.disabled) throw new Refused({ code: 'signed-out' })
  if (!canManage(caller.role)) throw new Refused({ code: 'not-allowed' })
  return members
}

type UserState = Pick<UserReply, 'userId' | 'role' | 'disabled'>

/** Returns the values before and after for a history entry about a user; `after` always has the user id. */
export const userChange = (before: UserState, { userId, role, disabled }: UserState) => ({
  before: { role: before.role, disabled: before.disabled },
  after: { userId, role, disabled },
})
