import type { addUser as endpoint } from '#contract/users.ts'
import { Refused } from '#domain/outcome.ts'
import type { Call } from '#server/http/mount.ts'
import { hashPassword } from '#server/http/password.ts'
import { membersFor, userOnWire } from './members.ts'

/** A user id is given once in the whole school, as sign-in asks for no campus. */
export async function addUser({ body, staff, records }: Call<typeof endpoint>) {
  await membersFor({ staff, records })
  const { userId, name, role, newPassword } = body
  const added = await records.users.add({ userId, name, role }, await hashPassword(newPassword))
  if (!added) throw new Refused({ code: 'user-exists' })
  await records.changes.add({ what: 'user added', after: { userId, role, disabled: false } })
  return {
    msg: 'User added successfully' as const,
    user: userOnWire({ userId, name, role, disabled: false, seenAt: null }),
  }
}
