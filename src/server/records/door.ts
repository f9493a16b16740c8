// The one way into a campus's records: the session's row itself binds the transaction to its campus and to a role that sees no other.

import type { Role } from '#domain/roles.ts'
import type { Schema } from '#server/database/schema.ts'
import { currentPosition } from '#server/database/standby-check.ts'
import { statement, type Statement } from '#server/database/statement.ts'
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

const staleBefore = (now: Date): Date => new Date(now.getTime() - seenEveryMinutes * 60_000)

/** How the call holds its campus: beside others, or alone while it changes many records. */
export type Hold = 'none' | 'shared' | 'alone'

export interface Entry {
  readonly tokenHash: Buffer
  readonly hold: Hold
  /** Whether the call sees to users: an admin then works as the role that may write staff, whoever else as a clerk. */
  readonly manages: boolean
  readonly now: Date
}

const holds: Record<Hold, string> = {
  none: 'null',
  shared: 'pg_advisory_xact_lock_shared(hashtextextended(s.campus, 0))::text',
  alone: 'pg_advisory_xact_lock(hashtextextended(s.campus, 0))::text',
}

/** Who came in, and whether the session was last seen so long ago that it is to be kept alive. */
export interface Entered {
  readonly staff: Staff
  readonly isStale: boolean
}

type EnteredRow = Staff & Pick<Entered, 'isStale'>

const enteredAs = ({ campus, userId, name, role, isStale }: EnteredRow): Entered => ({
  staff: { campus, userId, name, role },
  isStale,
})

const who = `s.campus, s.user_id as "userId", t.name, t.role, s.seen_at < $4 as "isStale"`
const validSession = `from sessions s join staff t on t.campus = s.campus and t.user_id = s.user_id
  where s.token_hash = $1 and not t.disabled and s.started_at > $2 and s.seen_at > $3`

const validAt = ({ tokenHash, now }: Entry): readonly unknown[] => [
  tokenHash,
  new Date(now.getTime() - hours(24 * sessionDays)),
  new Date(now.getTime() - hours(idleHours)),
  staleBefore(now),
]

const entering = (hold: Hold): Statement<EnteredRow> =>
  statement(`
    select ${who}, set_config('app.campus', s.campus, true), set_config('app.user_id', s.user_id, true),
      set_config('role', case when $5 and t.role = 'admin' then 'portal_admin' else 'portal_clerk' end, true),
      ${holds[hold]} as held
    ${validSession}`)

const enterings: Readonly<Record<Hold, Statement<EnteredRow>>> = {
  none: entering('none'),
  shared: entering('shared'),
  alone: entering('alone'),
}

/** Binds the transaction to the session's campus; null where the session is not, or no longer, valid. */
export async function enter(trx: Transaction<Schema>, entry: Entry): Promise<Entered | null> {
  const [row] = await enterings[entry.hold](trx, [...validAt(entry), entry.manages])
  return row ? enteredAs(row) : null
}

const knocking = statement<EnteredRow & { readonly position: string }>(
  `select ${who}, ${currentPosition} as position ${validSession}`,
)

/**
 * Asks the primary who knocks, and up to which position of its log the books must reach that this caller is shown;
 * null where the session is not, or no longer, valid.
 */
export async function knock(
  db: Kysely<Schema>,
  entry: Entry,
): Promise<(Entered & { readonly position: string }) | null> {
  const [row] = await knocking(db, validAt(entry))
  return row ? { ...enteredAs(row), position: row.position } : null
}

/** Binds a transaction on a standby, which only reads, to the campus of who knocked at the primary. */
export async function enterStandby(trx: Transaction<Schema>, { campus, userId }: Staff): Promise<void> {
  await sql`
    select set_config('app.campus', ${campus}, true), set_config('app.user_id', ${userId}, true),
      set_config('role', 'portal_clerk', true)`.execute(trx)
}

/** Keeps a session in use alive; of several calls at once one writes. */
export async function keepAlive(db: Kysely<Schema>, tokenHash: Buffer, now: Date): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ seen_at: now })
    .where('token_hash', '=', tokenHash)
    .where('seen_at', '<', staleBefore(now))
    .execute()
}
