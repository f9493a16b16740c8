// Writes many rows at once: for an import and, on the owner's connection, for the demo school and a restored backup.
// The last two run without triggers, because their rows already contain the results.

import { sql, type Insertable, type Transaction } from 'kysely'
import type { Schema } from '#server/database/schema.ts'
import type { Scope } from './scope.ts'

/** A row in the JSON that the database reads: instants are text. */
export type JsonRow<Table extends keyof Schema> = {
  readonly [Column in keyof Insertable<Schema[Table]>]: unknown extends Insertable<Schema[Table]>[Column]
    ? object | null
    : Date extends Insertable<Schema[Table]>[Column]
      ? string | Extract<Insertable<Schema[Table]>[Column], null>
      : Insertable<Schema[Table]>[Column]
}

const rowsPerStatement = 4000

/** Inserts rows with the same columns, a few thousand per statement. */
export async function insertRows<Table extends keyof Schema>(
  trx: Transaction<Schema>,
  table: Table,
  rows: readonly JsonRow<Table>[],
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {})
  for (const json of jsonBatches(rows)) await insertJson(trx, { table, columns, json })
}

function* jsonBatches(rows: readonly object[]): Generator<string> {
  for (let start = 0; start < rows.length; start += rowsPerStatement)
    yield JSON.stringify(rows.slice(start, start + rowsPerStatement))
}

const columnNames = (columns: readonly string[]) => sql.join(columns.map((column) => sql.ref(column)))

/** Inserts rows, in order, into a table that numbers them in the column `numberColumn`. Returns the numbers. */
export async function insertNumbered<Table extends keyof Schema>(
  trx: Transaction<Schema>,
  table: Table,
  numberColumn: keyof Schema[Table] & string,
  rows: readonly JsonRow<Table>[],
): Promise<number[]> {
  const names = columnNames(Object.keys(rows[0] ?? {}))
  const numbers: number[] = []
  for (const json of jsonBatches(rows)) {
    const inserted = await sql<{ number: number }>`
      insert into ${sql.table(table)} (${names})
      select ${names} from json_populate_recordset(null::${sql.table(table)}, ${json}::json) with ordinality
      order by ordinality returning ${sql.ref(numberColumn)} as number`.execute(trx)
    numbers.push(...inserted.rows.map((row) => row.number))
  }
  return numbers
}

/** Updates rows of the campus, found by the column `key`; all rows have the same columns. */
export async function updateRows<Table extends keyof Schema, Key extends keyof JsonRow<Table> & string>(
  { trx, campus }: Pick<Scope, 'trx' | 'campus'>,
  table: Table,
  key: Key,
  rows: readonly (Partial<JsonRow<Table>> & Pick<JsonRow<Table>, Key>)[],
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}).filter((column) => column !== key)
  const values = sql.join(columns.map((column) => sql`${sql.ref(column)} = n.${sql.ref(column)}`))
  for (const json of jsonBatches(rows)) {
    await sql`
      update ${sql.table(table)} t set ${values}
      from json_populate_recordset(null::${sql.table(table)}, ${json}::json) n
      where t.campus = ${campus} and t.${sql.ref(key)} = n.${sql.ref(key)}`.execute(trx)
  }
}

/** Inserts the rows of a JSON array, including numbers that the database would otherwise generate. */
export async function insertJson(
  trx: Transaction<Schema>,
  {
    table,
    columns,
    json,
  }: { readonly table: string; readonly columns: readonly string[]; readonly json: string },
): Promise<void> {
  const names = columnNames(columns)
  await sql`
    insert into ${sql.table(table)} (${names}) overriding system value
    select ${names} from json_populate_recordset(null::${sql.table(table)}, ${json}::json)`.execute(trx)
}

/** Runs `work` with the triggers of these tables disabled. No constraint on them may be pending before or after. */
export async function withoutTriggers(
  trx: Transaction<Schema>,
  tables: readonly string[],
  work: () => Promise<void>,
): Promise<void> {
  for (const table of tables) await sql`alter table ${sql.raw(table)} disable trigger user`.execute(trx)
  await work()
  for (const table of tables) await sql`alter table ${sql.raw(table)} enable trigger user`.execute(trx)
}

export async function listTablesWithTriggers(trx: Transaction<Schema>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct tgrelid::regclass::text as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where not tgisinternal and c.relnamespace = 'public'::regnamespace`.execute(trx)
  return rows.map(({ name }) => name)
}

/** Checks the deferred constraints now; constraints of later statements are deferred again. */
export async function checkConstraints(trx: Transaction<Schema>): Promise<void> {
  await sql`set constraints all immediate`.execute(trx)
  await sql`set constraints all deferred`.execute(trx)
}

/** Does the work of the trigger on receipts: sets each voucher's last receiver, receipt date and corrector. */
export async function setReceivers(trx: Transaction<Schema>, campus: string): Promise<void> {
  await sql`
    with standing as (
      select distinct on (r.voucher_no) r.voucher_no, r.received_on, r.received_by from receipts r
      where r.campus = ${campus} and r.kind = 'receipt'
        and not exists (select from receipts x where x.campus = r.campus and x.reverses = r.receipt_no)
      order by r.voucher_no, r.receipt_no desc
    ), corrected as (
      select distinct on (r.voucher_no) r.voucher_no, r.received_by as edited_by from receipts r
      where r.campus = ${campus} and r.kind = 'reversal' order by r.voucher_no, r.receipt_no desc
    )
    update vouchers v set received_on = t.received_on, received_by = t.received_by, edited_by = t.edited_by
    from (select * from standing full join corrected using (voucher_no)) t
    where v.campus = ${campus} and v.voucher_no = t.voucher_no`.execute(trx)
}
