import { sql, type Kysely, type Transaction } from 'kysely'
import type { CampusRules } from '#domain/campus-rules.ts'
import { longestUserAgent } from '#domain/device-words.ts'
import type { Right } from '#domain/rights.ts'
import { rightsOf, type Role } from '#domain/roles.ts'
import { mustHaveFactor } from '#domain/second-factor.ts'
import { statement, type Statement } from '#server/database/fast/statements.ts'
import type { Schema } from '#server/database/schema.ts'
import { ruleColumns } from '#server/records/campus-rules.ts'
import type { Origin, Staff } from '#server/records/scope.ts'
import { endOldImports, importRowsKeptDays } from '#server/records/students/erasure.ts'
import { deviceDays } from './known-devices.ts'
import { factorColumn } from './second-factor.ts'
import { latestAttempt } from './sign-in-attempts.ts'

/** The time that a session lasts without a call, and in total. */
const idleHours = 12
export const sessionDays = 7
const touchEveryMinutes = 5

const hours = (count: number): number => count * 3_600_000

const staleBefore = (now: Date): Date => new Date(now.getTime() - touchEveryMinutes * 60_000)

/** The lock of a call on its campus: none, shared with other calls, or exclusive while it changes many records. */
export type CampusLock = 'none' | 'shared' | 'exclusive'

/** The token of a caller, and the requirements of the call for its transaction. */
export interface Credentials {
  readonly tokenHash: Buffer
  readonly lock: CampusLock
  /** True if an admin's call gets the database role that may write staff; other calls get a clerk's role. */
  readonly managesUsers: boolean
  readonly origin: Origin
  readonly now: Date
}

export interface SessionInfo {
  readonly staff: Staff
  readonly rules: CampusRules
  /** The rights within the role. */
  readonly rights: readonly Right[]
  /** True if the user must choose a password of their own before anything else. */
  readonly mustChoosePassword: boolean
  readonly lacksFactor: boolean
  /** True if the session must be touched to stay alive. */
  readonly isStale: boolean
}

type SessionRow = Staff &
  CampusRules &
  Pick<SessionInfo, 'isStale' | 'mustChoosePassword'> & {
    readonly chosenRights: readonly Right[] | null
    readonly hasFactor: boolean
  }

const sessionFrom = ({ campus, userId, name, role, ...row }: SessionRow): SessionInfo => ({
  staff: { campus, userId, name, role },
  // A campus without a row has no rules.
  rules: {
    closedUntil: row.closedUntil,
    backDays: row.backDays,
    approvalLimit: row.approvalLimit,
    cashDrawer: row.cashDrawer,
    blindCount: row.blindCount,
    adminFactor: row.adminFactor,
    keepYears: row.keepYears,
  },
  lacksFactor: mustHaveFactor(role, row) && !row.hasFactor,
  rights: rightsOf(role, row.chosenRights),
  mustChoosePassword: row.mustChoosePassword,
  isStale: row.isStale,
})

const staffColumns = `s.campus, s.user_id as "userId", t.name, t.role, s.seen_at < $4 as "isStale",
  t.rights as "chosenRights", t.must_change as "mustChoosePassword", ${factorColumn}, ${ruleColumns}`
const validSession = `from sessions s join staff t on t.campus = s.campus and t.user_id = s.user_id
  left join campus_rules u on u.campus = s.campus
  where s.token_hash = $1 and not t.disabled and s.started_at > $2 and s.seen_at > $3`

const validSessionValues = ({ tokenHash, now }: Credentials): readonly unknown[] => [
  tokenHash,
  new Date(now.getTime() - hours(24 * sessionDays)),
  new Date(now.getTime() - hours(idleHours)),
  staleBefore(now),
]

const lockOf: Record<CampusLock, string> = {
  none: 'null',
  shared: 'pg_advisory_xact_lock_shared(hashtextextended(s.campus, 0))::text',
  exclusive: 'pg_advisory_xact_lock(hashtextextended(s.campus, 0))::text',
}

/**
 * The page retries a receipt after a time-out, which frees the connection for other calls. A change of many records
 * waits for the campus until its statement times out.
 */
const lockTimeoutOf: Record<CampusLock, string> = { none: '5s', shared: '5s', exclusive: '0' }

const bindingStatement = (lock: CampusLock): Statement<SessionRow> =>
  statement(
    `
    select ${staffColumns}, set_config('app.campus', s.campus, true), set_config('app.user_id', s.user_id, true),
      set_config('role', case when $5 and t.role = 'admin' then 'portal_admin' else 'portal_clerk' end, true),
      set_config('lock_timeout', '${lockTimeoutOf[lock]}', true), ${lockOf[lock]} as locked
    ${validSession}`,
  )

const bindingStatements: Readonly<Record<CampusLock, Statement<SessionRow>>> = {
  none: bindingStatement('none'),
  shared: bindingStatement('shared'),
  exclusive: bindingStatement('exclusive'),
}

/** Binds campus and database role and takes the campus lock in one statement. Null if the session is not valid. */
export async function bindSession(
  trx: Transaction<Schema>,
  credentials: Credentials,
): Promise<SessionInfo | null> {
  const values = [...validSessionValues(credentials), credentials.managesUsers]
  const [row] = await bindingStatements[credentials.lock](trx, values)
  return row ? sessionFrom(row) : null
}

const findingStatement = statement<SessionRow>(`select ${staffColumns} ${validSession}`)

/** Finds the session of a call that a standby answers; null if the session is not valid. */
export async function findSession(db: Kysely<Schema>, credentials: Credentials): Promise<SessionInfo | null> {
  const [row] = await findingStatement(db, validSessionValues(credentials))
  return row ? sessionFrom(row) : null
}

/** True if the session exists, valid or not. */
export async function isSession(db: Kysely<Schema>, tokenHash: Buffer): Promise<boolean> {
  const row = await db
    .selectFrom('sessions')
    .select('campus')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  return row !== undefined
}

/** Binds a transaction that only reads to a user's campus, for a user whose session was checked or just started. */
export async function bindToReader(trx: Transaction<Schema>, { campus, userId }: Staff): Promise<void> {
  await sql`
    select set_config('app.campus', ${campus}, true), set_config('app.user_id', ${userId}, true),
      set_config('role', 'portal_clerk', true)`.execute(trx)
}

/** Binds a transaction without a session to a user's campus and to the database role that may change users. */
export async function bindToAdmin(trx: Transaction<Schema>, { campus, userId }: Staff): Promise<void> {
  await sql`
    select set_config('app.campus', ${campus}, true), set_config('app.user_id', ${userId}, true),
      set_config('role', 'portal_admin', true)`.execute(trx)
}

/** Keeps a session alive; of several concurrent calls, one writes. */
export async function touchSession(db: Kysely<Schema>, tokenHash: Buffer, now: Date): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ seen_at: now })
    .where('token_hash', '=', tokenHash)
    .where('seen_at', '<', staleBefore(now))
    .execute()
}

/** Staff with the password hash, which never leaves the server. */
export interface StaffWithPassword extends Staff {
  readonly rights: readonly Right[]
  readonly passwordHash: string
  readonly mustChoosePassword: boolean
}

/** Finds an enabled user of any campus. */
export async function findStaffForSignIn(
  db: Kysely<Schema>,
  userId: string,
): Promise<StaffWithPassword | null> {
  const row = await db
    .selectFrom('staff')
    .select(['campus', 'user_id', 'name', 'role', 'password_hash', 'must_change'])
    .select(sql<readonly Right[] | null>`rights`.as('rights'))
    .where('user_id', '=', userId)
    .where('disabled', '=', false)
    .executeTakeFirst()
  if (!row) return null
  const role: Role = row.role
  return {
    campus: row.campus,
    userId: row.user_id,
    name: row.name,
    role,
    rights: rightsOf(role, row.rights),
    passwordHash: row.password_hash,
    mustChoosePassword: row.must_change,
  }
}

/** The device and the address from which a user signs in. */
export interface Device {
  readonly address: string
  /** The browser's description of itself. */
  readonly agent: string
}

const longestAddress = 64

/**
 * Starts a session. Returns false if the password was changed or the user disabled since the password was compared:
 * this statement waits for such a change, or the change waits for this statement and then ends the session.
 */
export async function startSession(
  db: Kysely<Schema>,
  staff: StaffWithPassword,
  tokenHash: Buffer,
  now: Date,
  { address, agent }: Device = { address: '', agent: '' },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into sessions (campus, token_hash, user_id, started_at, seen_at, address, agent)
    select campus, ${tokenHash}::bytea, user_id, ${now}::timestamptz, ${now}::timestamptz,
      ${address.slice(0, longestAddress)}, ${agent.slice(0, longestUserAgent)} from staff
    where user_id = ${staff.userId} and password_hash = ${staff.passwordHash} and not disabled
    for share`.execute(db)
  return numAffectedRows === 1n
}

/** Ends a session. Returns its user; null if there was no session. */
export async function endSession(
  db: Kysely<Schema>,
  tokenHash: Buffer,
): Promise<{ readonly campus: string; readonly userId: string } | null> {
  const row = await db
    .deleteFrom('sessions')
    .where('token_hash', '=', tokenHash)
    .returning(['campus', 'user_id as userId'])
    .executeTakeFirst()
  return row ?? null
}

/** Deletes expired sessions, devices, links and attempts, and old answers; expires imports that were not applied. */
export async function deleteExpired(db: Kysely<Schema>, now: Date): Promise<void> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)
  await db.deleteFrom('sessions').where('started_at', '<', daysAgo(7)).execute()
  await db.deleteFrom('known_devices').where('used_at', '<', daysAgo(deviceDays)).execute()
  await db.deleteFrom('password_links').where('ends_at', '<', now).execute()
  await sql`
    delete from sign_in_tries where tried_at not between ${daysAgo(1)} and ${latestAttempt(now)}`.execute(db)
  await db.deleteFrom('pending_sign_ins').where('expires_at', '<', now).execute()
  await db.deleteFrom('passkey_challenges').where('expires_at', '<', now).execute()
  await db.deleteFrom('answers').where('answered_at', '<', daysAgo(30)).execute()
  await endOldImports(db, daysAgo(importRowsKeptDays))
}
