import type { changeOwnPassword as endpoint } from '#contract/users.ts'
import { orThrow, Refused, refuseFields } from '#domain/outcome.ts'
import { rememberedPasswords } from '#domain/password.ts'
import { findPasswordError } from '#server/auth/password-rules.ts'
import { verifyPassword } from '#server/auth/password.ts'
import type { PasswordCallContext } from '#server/http/call.ts'
import { KeptRefusal } from '#server/http/kept-refusal.ts'
import { listOwnPasswordHashes } from '#server/records/former-passwords.ts'
import { writeHistory } from '#server/records/history.ts'
import { findSchool } from '#server/records/school.ts'
import { changeOwnPasswordHash, findOwnPasswordHash } from '#server/records/users.ts'
import { userChange } from '#server/services/staff-members.ts'

const wrongPassword = () => refuseFields({ field: 'currentPassword', message: 'This is not your password' })

/** Changes the caller's password, but only while it is still the one given: a parallel reset by an admin wins. */
export async function changeOwnPassword({ body, scope, passwords }: PasswordCallContext<typeof endpoint>) {
  const known = await findOwnPasswordHash(scope)
  // Disabled while this call was under way.
  if (known === null) throw new Refused({ code: 'signed-out' })
  if (!(await verifyPassword(known, body.currentPassword))) return orThrow(wrongPassword())
  const { newPassword } = body
  const { name: school } = await findSchool(scope)
  const owner = { userId: scope.userId, name: scope.userName, school }
  const hashes = await listOwnPasswordHashes(scope, rememberedPasswords)
  const message = await findPasswordError(newPassword, owner, hashes)
  // The present password was right: this is no failed sign-in.
  if (message !== null)
    return new KeptRefusal({ code: 'invalid', errors: [{ field: 'newPassword', message }] })
  const changed = await changeOwnPasswordHash(scope, known, await passwords.hash(newPassword))
  if (!changed) return orThrow(wrongPassword())
  const user = { userId: scope.userId, role: scope.role, disabled: false }
  await writeHistory(scope, { what: 'password changed', ...userChange(user, user) })
  return { msg: 'Password changed successfully' as const }
}
