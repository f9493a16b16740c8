import { Refused } from '#domain/outcome.ts'
import { canManage } from '#domain/roles.ts'
import type { Scope } from '#server/records/scope.ts'
import { listStaff, type User } from '#server/records/staff/users.ts'

/** Refuses a caller who was disabled, or is no longer an admin, through a call that this one had to wait for. */
export async function listStaffForAdmin(scope: Scope): Promise<User[]> {
  const members = await listStaff(scope)
  const caller = members.find(({ userId }) => userId === scope.userId)
  if (!caller || caller.disabled) throw new Refused({ code: 'signed-out' })
  if (!canManage(caller.role)) throw new Refused({ code: 'not-allowed' })
  return members
}

type UserState = Pick<User, 'userId' | 'role' | 'disabled'>

/** The values before and after for a line of history about a user; the user id is in `after`, even if nothing else changed. */
export const userChange = (before: UserState, { userId, role, disabled }: UserState) => ({
  before: { role: before.role, disabled: before.disabled },
  after: { userId, role, disabled },
})
