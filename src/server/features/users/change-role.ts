import type { changeUserRole as endpoint } from '#contract/users.ts'
import { orThrow } from '#domain/outcome.ts'
import { changeMember } from '#domain/roles.ts'
import type { Call } from '#server/http/mount.ts'
import { aboutUser, membersFor, userOnWire } from './members.ts'

/** The campus is held alone, so two admins cannot each take the other for the one who stays. Sessions go on in the new role. */
export async function changeRole({ params, body, staff, records }: Call<typeof endpoint>) {
  const members = await membersFor({ staff, records })
  const { before, after } = orThrow(changeMember(members, params.userId, { role: body.role }))
  await records.users.setRole(after.userId, after.role)
  await records.changes.add({ what: 'user role changed', ...aboutUser(before, after) })
  return { msg: 'Role changed successfully' as const, user: userOnWire(after) }
}
