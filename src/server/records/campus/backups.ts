// The tables of a backup, read at one instant and restored into an empty database, and the log of backups and rehearsed
// restores, which admins read. All is written on the owner's connection.

import { sql, type ControlledTransaction, type Kysely, type Transaction } from 'kysely'
import type { BackupStatus } from '#domain/backup-schedule.ts'
import type { Schema } from '#server/database/schema.ts'

/** Tables follow the tables they refer to; rows are in an order that can be written: a reversal follows its receipt. */
export const backupTables = [
  { table: 'school', order: 'only_one' },
  { table: 'campuses', order: 'campus' },
  { table: 'staff', order: 'campus, user_id' },
  { table: 'totp_secrets', order: 'campus, user_id' },
  { table: 'passkeys', order: 'campus, user_id, credential_id' },
  { table: 'recovery_codes', order: 'campus, user_id, code_hash' },
  { table: 'counters', order: 'campus, counter' },
  { table: 'fee_plans', order: 'campus, student_class' },
  { table: 'imports', order: 'campus, import_no' },
  { table: 'import_rows', order: 'campus, import_no, row_no' },
  { table: 'import_mappings', order: 'campus, headings_hash, what' },
  { table: 'students', order: 'campus, roll_no' },
  { table: 'fees', order: 'campus, roll_no' },
  { table: 'voucher_runs', order: 'campus, run_no' },
  { table: 'vouchers', order: 'campus desc, roll_no desc, chain_no desc' },
  { table: 'receipts', order: 'campus, receipt_no' },
  { table: 'adjustments', order: 'campus, adjustment_no' },
  { table: 'approvals', order: 'campus, request_no' },
  { table: 'drawer_counts', order: 'campus, drawer, place' },
  { table: 'cashier_closings', order: 'campus, closing_no' },
  { table: 'deposits', order: 'campus, deposit_no' },
  { table: 'changes', order: 'campus, change_no' },
  { table: 'fee_changes', order: 'campus, change_no' },
  { table: 'answers', order: 'campus, idempotency_key' },
  // Follows the tables whose rows are on closed days.
  { table: 'campus_rules', order: 'campus' },
  { table: 'book_closings', order: 'campus, closing_no' },
  { table: 'book_hashes', order: 'campus, place' },
  { table: 'security_events', order: 'event_no' },
] as const
export type BackupTable = (typeof backupTables)[number]

/** A restored school has no sessions, devices, links, backups or sign-in attempts; migrations create the tables. */
export const tablesLeftOut = [
  'migrations',
  'sessions',
  'known_devices',
  'password_links',
  'sign_in_tries',
  'pending_sign_ins',
  'passkey_challenges',
  'backup_log',
] as const

/** Opens a read-only snapshot of the books without a time limit. The caller rolls it back. */
export async function openSnapshot(db: Kysely<Schema>): Promise<ControlledTransaction<Schema>> {
  const trx = await db
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute()
  await liftTimeouts(trx)
  return trx
}

export async function liftTimeouts(trx: Transaction<Schema>): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(trx)
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx)
}

/** Lists the columns of a table, except columns that the database computes. */
export async function listWrittenColumns(trx: Transaction<Schema>, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''
    order by attnum`.execute(trx)
  return rows.map(({ name }) => name)
}

export async function countRows(trx: Transaction<Schema>, table: BackupTable['table']): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`select count(*)::int as count from ${sql.table(table)}`.execute(trx)
  return rows[0]?.count ?? 0
}

const rowsPerFetch = 2000

/** Yields all rows of a table in its order as JSON text, two thousand at a time. */
export async function* readRowsAsJson(
  trx: Transaction<Schema>,
  { table, order }: BackupTable,
  columns: readonly string[],
): AsyncGenerator<string[]> {
  await sql`declare backup_rows no scroll cursor for
    select row_to_json(r)::text as row
    from (select ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(table)}
      order by ${sql.raw(order)}) r`.execute(trx)
  for (;;) {
    const { rows } = await sql<{ row: string }>`fetch ${sql.lit(rowsPerFetch)} from backup_rows`.execute(trx)
    if (rows.length > 0) yield rows.map(({ row }) => row)
    if (rows.length < rowsPerFetch) break
  }
  await sql`close backup_rows`.execute(trx)
}

/** True if all tables of a backup are empty, except the security log: failed sign-ins are logged without a school. */
export async function isEmpty(trx: Transaction<Schema>): Promise<boolean> {
  for (const { table } of backupTables) {
    if (table === 'security_events') continue
    const { rows } = await sql`select from ${sql.table(table)} limit 1`.execute(trx)
    if (rows.length > 0) return false
  }
  return true
}

/** Clears the log of a server without a school, whose events have no user and no campus. */
export async function clearSecurityLog(trx: Transaction<Schema>): Promise<void> {
  await trx.deleteFrom('security_events').execute()
}

/** Makes each column that the database numbers continue after its highest number. */
export async function continueNumbers(trx: Transaction<Schema>): Promise<void> {
  const { rows } = await sql<{ table: string; column: string }>`
    select attrelid::regclass::text as table, attname as column
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where attidentity <> '' and c.relnamespace = 'public'::regnamespace`.execute(trx)
  for (const { table, column } of rows) {
    await sql`
      select setval(pg_get_serial_sequence(${table}, ${column}), max(${sql.ref(column)})) from ${sql.raw(table)}
      having max(${sql.ref(column)}) is not null`.execute(trx)
  }
}

/** A backup that was made or failed, or a rehearsed restore. */
export interface BackupEvent {
  readonly at: Date
  readonly act: 'backup' | 'rehearsal'
  /** The file name without the folder. */
  readonly file: string
  /** Null if no backup was made. */
  readonly madeAt: Date | null
  readonly encrypted: boolean
  /** Null if the act succeeded. */
  readonly problem: string | null
}

const maxTextLength = 250

export async function logBackup(db: Kysely<Schema>, event: BackupEvent): Promise<void> {
  await db
    .insertInto('backup_log')
    .values({
      at: event.at,
      act: event.act,
      file: event.file.slice(-maxTextLength),
      made_at: event.madeAt,
      encrypted: event.encrypted,
      problem: event.problem?.slice(0, maxTextLength) ?? null,
    })
    .execute()
}

/** True if the file was made while the clock was ahead, and was not made again since. */
export async function wasMadeAhead(db: Kysely<Schema>, file: string, now: Date): Promise<boolean> {
  const { rows } = await sql<{ isAhead: boolean }>`
    select coalesce(min(made_at) > ${now}, false) as "isAhead" from backup_log
    where act = 'backup' and problem is null and file = ${file}`.execute(db)
  return rows[0]?.isAhead ?? false
}

interface StatusRow {
  readonly madeAt: Date | null
  readonly isEncrypted: boolean | null
  readonly failedAt: Date | null
  readonly rehearsedAt: Date | null
  readonly isSound: boolean | null
}

/** Reads the last backup, the last failure after it, and the last rehearsal. */
export async function readBackupStatus({ trx }: { readonly trx: Kysely<Schema> }): Promise<BackupStatus> {
  const { rows } = await sql<StatusRow>`
    select b.made_at as "madeAt", b.encrypted as "isEncrypted", r.at as "rehearsedAt", r.problem is null as "isSound",
      (select max(at) from backup_log where act = 'backup' and problem is not null
        and entry_no > coalesce(b.entry_no, 0)) as "failedAt"
    from (select) one
      left join lateral (select entry_no, made_at, encrypted from backup_log
        where act = 'backup' and problem is null order by entry_no desc limit 1) b on true
      left join lateral (select at, problem from backup_log
        where act = 'rehearsal' order by entry_no desc limit 1) r on true`.execute(trx)
  const [row] = rows
  return {
    lastBackup: row?.madeAt ? { madeAt: row.madeAt, isEncrypted: row.isEncrypted === true } : null,
    failedAt: row?.failedAt ?? null,
    lastRehearsal: row?.rehearsedAt ? { rehearsedAt: row.rehearsedAt, isSound: row.isSound === true } : null,
  }
}
