import type { addUser as endpoint } from '#contract/users.ts'
import { Refused } from '#domain/outcome.ts'
import { requireUsablePassword } from '#server/auth/password-rules.ts'
import type { PasswordCallContext } from '#server/http/call.ts'
import { writeHistory } from '#server/records/history.ts'
import { findSchool } from '#server/records/school.ts'
import { insertUser } from '#server/records/users.ts'
import { listStaffForAdmin } from '#server/services/staff-members.ts'

/** Adds a user; a user id is unique in the whole school, because sign-in asks for no campus. */
export async function addUser({ body, scope, passwords }: PasswordCallContext<typeof endpoint>) {
  await listStaffForAdmin(scope)
  const { userId, name, role, newPassword } = body
  const { name: school } = await findSchool(scope)
  await requireUsablePassword(newPassword, { userId, name, school })
  const added = await insertUser(scope, { userId, name, role }, await passwords.hash(newPassword))
  if (!added) throw new Refused({ code: 'user-exists' })
  await writeHistory(scope, { what: 'user added', after: { userId, role, disabled: false } })
  return {
    msg: 'User added successfully' as const,
    user: { userId, name, role, disabled: false, secondFactor: false, rights: null, seenAt: null },
  }
}
