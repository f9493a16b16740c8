import type { Kysely } from 'kysely'
import { Refused } from '#domain/outcome.ts'
import type { Schema } from '#server/database/schema.ts'
import { writeHistory } from '#server/records/history.ts'
import { createScope, type Origin } from '#server/records/scope.ts'
import { bindToAdmin } from '#server/records/staff/sessions.ts'
import { endSessionsOf, updatePassword, useUpLink, type LinkOwner } from '#server/records/staff/users.ts'

interface LinkUse {
  readonly tokenHash: Buffer
  readonly passwordHash: string
  readonly origin: Origin
  readonly now: Date
}

/** Sets the password, writes its history entry and ends the user's sessions. Refuses a used, replaced or ended link. */
export async function setPasswordByLink(
  db: Kysely<Schema>,
  { passwordHash: _, madeBy, ...staff }: LinkOwner,
  { tokenHash, passwordHash, origin, now }: LinkUse,
): Promise<void> {
  const { userId, role } = staff
  await db.transaction().execute(async (trx) => {
    if (!(await useUpLink(trx, staff, tokenHash, now))) throw new Refused({ code: 'link-unknown' })
    await bindToAdmin(trx, staff)
    const scope = createScope(trx, staff, now, { origin })
    await updatePassword(scope, userId, passwordHash, { mustChange: false })
    await endSessionsOf(scope, userId)
    await writeHistory(scope, { what: 'password link used', after: { userId, role, madeBy } })
  })
}
