import type { Role } from '#domain/roles.ts'
import { sql } from 'kysely'
import type { Scope } from './scope.ts'

/** A member of the campus's staff as an admin sees them. */
export interface User {
  readonly userId: string
  readonly name: string
  readonly role: Role
  readonly disabled: boolean
  /** When a session of theirs was last used; null where they have none. */
  readonly seenAt: Date | null
}

/**
 * The staff of the campus; the database lets only an admin's calls write here, and nobody's read a password.
 * The token hash is that of the session the call came in.
 */
export const userRecords = ({ trx, campus }: Scope, tokenHash: Buffer) => ({
  async list(): Promise<User[]> {
    const { rows } = await sql<User>`
      select user_id as "userId", name, role, disabled, (select max(seen_at) from sessions s
          where s.campus = t.campus and s.user_id = t.user_id) as "seenAt"
      from staff t where campus = ${campus} order by user_id`.execute(trx)
    return rows
  },

  /** False where the user id is taken, be it at another campus. */
  async add({ userId, name, role }: Omit<User, 'disabled' | 'seenAt'>, hash: string): Promise<boolean> {
    const added = await trx
      .insertInto('staff')
      .values({ campus, user_id: userId, name, role, password_hash: hash })
      .onConflict((conflict) => conflict.doNothing())
      .returning('user_id')
      .executeTakeFirst()
    return added !== undefined
  },

  async setRole(userId: string, role: Role): Promise<void> {
    await trx
      .updateTable('staff')
      .set({ role })
      .where('campus', '=', campus)
      .where('user_id', '=', userId)
      .execute()
  },

  /** Before the sessions end: a sign-in under way sees it, or its session is among those that end. */
  async setDisabled(userId: string, disabled: boolean): Promise<void> {
    await trx
      .updateTable('staff')
      .set({ disabled })
      .where('campus', '=', campus)
      .where('user_id', '=', userId)
      .execute()
  },

  /** Before the sessions end, as above. */
  async setPassword(userId: string, hash: string): Promise<void> {
    await trx
      .updateTable('staff')
      .set({ password_hash: hash })
      .where('campus', '=', campus)
      .where('user_id', '=', userId)
      .execute()
  },

  async endSessions(userId: string): Promise<void> {
    await trx.deleteFrom('sessions').where('campus', '=', campus).where('user_id', '=', userId).execute()
  },

  /** The caller's own hash; null where the caller was disabled meanwhile. */
  async findOwnHash(): Promise<string | null> {
    const { rows } = await sql<{ hash: string | null }>`select own_password_hash() as hash`.execute(trx)
    return rows[0]?.hash ?? null
  },

  /** In place of the known hash, else false; ends the caller's sessions but for this one. */
  async changeOwnHash(known: string, hash: string): Promise<boolean> {
    const { rows } = await sql<{ changed: boolean }>`
      select change_own_password(${known}, ${hash}, ${tokenHash}) as changed`.execute(trx)
    return rows[0]?.changed ?? false
  },
})
