import type { Role } from '#domain/roles.ts'
import type { Schema } from '#server/database/schema.ts'
import { sql, type Kysely } from 'kysely'
import type { Staff } from './door.ts'
import { schoolRecords } from './school.ts'

/** A member of staff as sign-in needs them; the hash never leaves the server. */
export interface StaffWithPassword extends Staff {
  readonly passwordHash: string
}

/** What sign-in works with before a campus is known: staff, sessions and tries; nothing of a school's books. */
export const doorRecords = (db: Kysely<Schema>) => ({
  async findStaff(userId: string): Promise<StaffWithPassword | null> {
    const row = await db
      .selectFrom('staff')
      .select(['campus', 'user_id', 'name', 'role', 'password_hash'])
      .where('user_id', '=', userId)
      .where('disabled', '=', false)
      .executeTakeFirst()
    if (!row) return null
    const role: Role = row.role
    return { campus: row.campus, userId: row.user_id, name: row.name, role, passwordHash: row.password_hash }
  },

  findSchool: () => schoolRecords(db).find(),

  /** Fails where the database does not answer. */
  async ask(): Promise<void> {
    await sql`select 1`.execute(db)
  },

  /**
   * False where the password was changed, or the user disabled, since it was compared: who does so waits for this
   * session or is waited for, and then ends the sessions there are.
   */
  async startSession(staff: StaffWithPassword, tokenHash: Buffer, now: Date): Promise<boolean> {
    const { numAffectedRows } = await sql`
      insert into sessions (campus, token_hash, user_id, started_at, seen_at)
      select campus, ${tokenHash}::bytea, user_id, ${now}::timestamptz, ${now}::timestamptz from staff
      where user_id = ${staff.userId} and password_hash = ${staff.passwordHash} and not disabled
      for share`.execute(db)
    return numAffectedRows === 1n
  },

  async endSession(tokenHash: Buffer): Promise<void> {
    await db.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute()
  },

  /** Sessions that ended by themselves, answers and tries that nobody will ask for again. */
  async sweep(now: Date): Promise<void> {
    const before = (days: number) => new Date(now.getTime() - days * 86_400_000)
    await db.deleteFrom('sessions').where('started_at', '<', before(7)).execute()
    await db.deleteFrom('sign_in_tries').where('tried_at', '<', before(1)).execute()
    await db.deleteFrom('answers').where('answered_at', '<', before(30)).execute()
  },
})

export type DoorRecords = ReturnType<typeof doorRecords>
