import type { Schema } from '#server/database/schema.ts'
import { sql, type Kysely, type Transaction } from 'kysely'
import { writtenColumns } from './backup-columns.ts'
import { backupTables, formatVersion, type Header } from './backup-format.ts'
import { CannotDo } from './problems.ts'
import { checkBackup, readRows, type Contents, type Rows } from './read-backup.ts'
import { programVersion } from './schema-version.ts'

function requireReadable({ version, schema }: Header): void {
  if (version === formatVersion && schema === programVersion) return
  const age = version > formatVersion || schema > programVersion ? 'a newer' : 'an older'
  throw new CannotDo(
    `The backup is of ${age} version of this program (its tables have version ${schema}, here they have ` +
      `${programVersion}): restore it with the version that made it, then start the newer program on it`,
  )
}

async function requireEmpty(trx: Transaction<Schema>): Promise<void> {
  for (const { table } of backupTables) {
    const { rows } = await sql`select from ${sql.table(table)} limit 1`.execute(trx)
    if (rows.length > 0) {
      throw new CannotDo('There is a school in this database already: a backup is restored into an empty one')
    }
  }
}

/** Tables whose own triggers would count once more what the rows say already. */
async function tablesWithTriggers(trx: Transaction<Schema>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct tgrelid::regclass::text as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where not tgisinternal and c.relnamespace = 'public'::regnamespace`.execute(trx)
  return rows.map(({ name }) => name)
}

async function withoutTriggers(trx: Transaction<Schema>, work: () => Promise<void>): Promise<void> {
  const tables = await tablesWithTriggers(trx)
  for (const table of tables) await sql`alter table ${sql.raw(table)} disable trigger user`.execute(trx)
  await work()
  // What waits for the end of the transaction would stand in the way of the next line.
  await sql`set constraints all immediate`.execute(trx)
  for (const table of tables) await sql`alter table ${sql.raw(table)} enable trigger user`.execute(trx)
}

async function insertRows(trx: Transaction<Schema>, { table, columns, rows }: Rows): Promise<void> {
  const names = sql.join(columns.map((column) => sql.ref(column)))
  await sql`
    insert into ${sql.table(table)} (${names}) overriding system value
    select ${names} from json_populate_recordset(null::${sql.table(table)}, ${`[${rows.join(',')}]`}::json)`.execute(
    trx,
  )
}

/** Columns that the database numbers go on after the highest number. */
async function continueNumbers(trx: Transaction<Schema>): Promise<void> {
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

/** Each table's columns as this program has them, for a file from elsewhere is not believed. */
async function knownColumns(trx: Transaction<Schema>): Promise<Map<string, string>> {
  const known = new Map<string, string>()
  for (const { table } of backupTables) known.set(table, (await writtenColumns(trx, table)).join())
  return known
}

async function load(trx: Transaction<Schema>, path: string): Promise<void> {
  const known = await knownColumns(trx)
  for await (const some of readRows(path)) {
    if (known.get(some.table) !== some.columns.join()) {
      throw new CannotDo(`The backup's table ${some.table} is not made as the one here`)
    }
    await insertRows(trx, some)
  }
}

/**
 * Fills an empty database with a backup, row for row as they were, or leaves it empty. The file is read through
 * before the first row is written, and its seal is looked at again before the last one counts.
 */
export async function restore(db: Kysely<Schema>, path: string): Promise<Contents> {
  const contents = await checkBackup(path)
  requireReadable(contents.header)
  await db.transaction().execute(async (trx) => {
    await sql`set local statement_timeout = 0`.execute(trx)
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx)
    // Whoever sets up a school meanwhile waits, and then finds this one.
    await sql`lock table campuses in exclusive mode`.execute(trx)
    await requireEmpty(trx)
    await withoutTriggers(trx, () => load(trx, path))
    await continueNumbers(trx)
  })
  return contents
}
