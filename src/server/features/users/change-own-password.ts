import type { changeOwnPassword as endpoint } from '#contract/users.ts'
import { orThrow, refuseFields } from '#domain/outcome.ts'
import type { Call } from '#server/http/mount.ts'
import { hashPassword, verifyPassword } from '#server/http/password.ts'
import { aboutUser } from './members.ts'

const wrong = () => refuseFields({ field: 'currentPassword', message: 'This is not your password' })

/** Takes the place of the very password that was given: one that an admin reset meanwhile stays. */
export async function changeOwnPassword({ body, staff, records }: Call<typeof endpoint>) {
  const known = await records.users.findOwnHash()
  const right = await verifyPassword(known, body.currentPassword)
  if (known === null || !right) return orThrow(wrong())
  const changed = await records.users.changeOwnHash(known, await hashPassword(body.newPassword))
  if (!changed) return orThrow(wrong())
  const standing = { userId: staff.userId, role: staff.role, disabled: false }
  await records.changes.add({ what: 'password changed', ...aboutUser(standing, standing) })
  return { msg: 'Password changed successfully' as const }
}
