import type { changeOwnPassword as endpoint } from '#contract/users.ts'
import { orThrow, refuseFields } from '#domain/outcome.ts'
import type { CallContext } from '#server/http/call.ts'
import { hashPassword, verifyPassword } from '#server/auth/password.ts'
import { userChange } from '#server/services/staff-members.ts'
import { writeHistory } from '#server/records/history.ts'
import { changeOwnPasswordHash, findOwnPasswordHash } from '#server/records/users.ts'

const wrong = () => refuseFields({ field: 'currentPassword', message: 'This is not your password' })

/** Takes the place of the very password that was given: one that an admin reset meanwhile stays. */
export async function changeOwnPassword({ body, scope }: CallContext<typeof endpoint>) {
  const known = await findOwnPasswordHash(scope)
  const right = await verifyPassword(known, body.currentPassword)
  if (known === null || !right) return orThrow(wrong())
  const changed = await changeOwnPasswordHash(scope, known, await hashPassword(body.newPassword))
  if (!changed) return orThrow(wrong())
  const standing = { userId: scope.userId, role: scope.role, disabled: false }
  await writeHistory(scope, { what: 'password changed', ...userChange(standing, standing) })
  return { msg: 'Password changed successfully' as const }
}
