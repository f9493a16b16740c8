// The one way into a campus's records: the session's row itself binds the transaction to its campus and to a role that sees no other.

import type { Role } from '#domain/roles.ts'
import type { Schema } from '#server/database/schema.ts'
import { sql, type Kysely, type Transaction } from 'kysely'

/** Who is signed in. */
export interface Staff {
  readonly userId: string
  readonly name: string
  readonly role: Role
  readonly campus: string
}

/** How long a session lasts without a call, and in all. */
const idleHours = 12
export const sessionDays = 7
const seenEveryMinutes = 5

const hours = (count: number): number => count * 3_600_000

/** How the call holds its campus: beside others, or alone while it changes many records. */
export type Hold = 'none' | 'shared' | 'alone'

export interface Entry {
  readonly tokenHash: Buffer
  readonly hold: Hold
  /** Whether the call sees to users: an admin then works as the role that may write staff, whoever else as a clerk. */
  readonly manages: boolean
  readonly now: Date
}

const holds: Record<Hold, ReturnType<typeof sql>> = {
  none: sql`null`,
  shared: sql`pg_advisory_xact_lock_shared(hashtextextended(s.campus, 0))::text`,
  alone: sql`pg_advisory_xact_lock(hashtextextended(s.campus, 0))::text`,
}

/** Binds the transaction to the session's campus; null where the session is not, or no longer, valid. */
export async function enter(
  trx: Transaction<Schema>,
  { tokenHash, hold, manages, now }: Entry,
): Promise<Staff | null> {
  const entered = await sql<Staff>`
    select s.campus, s.user_id as "userId", t.name, t.role,
      set_config('app.campus', s.campus, true), set_config('app.user_id', s.user_id, true),
      set_config('role', case when ${manages} and t.role = 'admin' then 'portal_admin' else 'portal_clerk' end, true),
      ${holds[hold]} as held
    from sessions s join staff t on t.campus = s.campus and t.user_id = s.user_id
    where s.token_hash = ${tokenHash} and not t.disabled
      and s.started_at > ${new Date(now.getTime() - hours(24 * sessionDays))}
      and s.seen_at > ${new Date(now.getTime() - hours(idleHours))}`.execute(trx)
  const staff = entered.rows[0]
  return staff ? { campus: staff.campus, userId: staff.userId, name: staff.name, role: staff.role } : null
}

/** Keeps a session in use alive; written at most every few minutes. */
export async function keepAlive(db: Kysely<Schema>, tokenHash: Buffer, now: Date): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ seen_at: now })
    .where('token_hash', '=', tokenHash)
    .where('seen_at', '<', new Date(now.getTime() - seenEveryMinutes * 60_000))
    .execute()
}
