import type { UserOnWire } from '#contract/users.ts'
import { Refused } from '#domain/outcome.ts'
import { canManage } from '#domain/roles.ts'
import type { Inside } from '#server/http/mount.ts'

type Within = Pick<Inside, 'staff' | 'records'>
type User = Awaited<ReturnType<Inside['records']['users']['list']>>[number]

/**
 * The users of the campus, asked while the call holds it. Who was disabled, or made something else, by a call that this
 * one had to wait for is no admin any more.
 */
export async function membersFor({ staff, records }: Within): Promise<User[]> {
  const members = await records.users.list()
  const caller = members.find(({ userId }) => userId === staff.userId)
  if (!caller || caller.disabled) throw new Refused({ code: 'signed-out' })
  if (!canManage(caller.role)) throw new Refused({ code: 'not-allowed' })
  return members
}

export const userOnWire = ({ seenAt, ...user }: User): UserOnWire => ({
  ...user,
  seenAt: seenAt?.toISOString() ?? null,
})

type Standing = Pick<User, 'userId' | 'role' | 'disabled'>

/** A line of history about a user: whose it is stands in what came after, so that it is told also where nothing else changed. */
export const aboutUser = (before: Standing, { userId, role, disabled }: Standing) => ({
  before: { role: before.role, disabled: before.disabled },
  after: { userId, role, disabled },
})
