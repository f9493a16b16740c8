// Many rows at once: of an import, and, on the owner's connection without the triggers that count what the rows contain already,
// of the demo school and a restored backup.

import { sql, type Insertable, type Transaction } from 'kysely'
import type { Schema } from '#server/database/schema.ts'
import type { Scope } from './scope.ts'

/** A row as the database reads it from JSON: instants are text. */
export type JsonRow<Table extends keyof Schema> = {
  readonly [Column in keyof Insertable<Schema[Table]>]: unknown extends Insertable<Schema[Table]>[Column]
    ? object | null
    : Date extends Insertable<Schema[Table]>[Column]
      ? string | Extract<Insertable<Schema[Table]>[Column], null>
      : Insertable<Schema[Table]>[Column]
}

const rowsAtOnce = 4000

/** Inserts rows that have the same columns, a few thousand to a statement. */
export async function insertRows<Table extends keyof Schema>(
  trx: Transaction<Schema>,
  table: Table,
  rows: readonly JsonRow<Table>[],
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {})
  for (const json of inPieces(rows)) await insertJson(trx, { table, columns, json })
}

/** A few thousand in each JSON array. */
function* inPieces(rows: readonly object[]): Generator<string> {
  for (let from = 0; from < rows.length; from += rowsAtOnce)
    yield JSON.stringify(rows.slice(from, from + rowsAtOnce))
}

const namesOf = (columns: readonly string[]) => sql.join(columns.map((column) => sql.ref(column)))

/** Writes rows into a table that numbers them, in their order. Returns their numbers, those of the column `number`. */
export async function insertNumbered<Table extends keyof Schema>(
  trx: Transaction<Schema>,
  table: Table,
  number: keyof Schema[Table] & string,
  rows: readonly JsonRow<Table>[],
): Promise<number[]> {
  const names = namesOf(Object.keys(rows[0] ?? {}))
  const numbers: number[] = []
  for (const json of inPieces(rows)) {
    const inserted = await sql<{ number: number }>`
      insert into ${sql.table(table)} (${names})
      select ${names} from json_populate_recordset(null::${sql.table(table)}, ${json}::json) with ordinality
      order by ordinality returning ${sql.ref(number)} as number`.execute(trx)
    numbers.push(...inserted.rows.map((row) => row.number))
  }
  return numbers
}

/** Finds each row of the campus by its column `key`; the rows have the same columns. */
export async function updateRows<Table extends keyof Schema, Key extends keyof JsonRow<Table> & string>(
  { trx, campus }: Pick<Scope, 'trx' | 'campus'>,
  table: Table,
  key: Key,
  rows: readonly (Partial<JsonRow<Table>> & Pick<JsonRow<Table>, Key>)[],
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}).filter((column) => column !== key)
  const values = sql.join(columns.map((column) => sql`${sql.ref(column)} = n.${sql.ref(column)}`))
  for (const json of inPieces(rows)) {
    await sql`
      update ${sql.table(table)} t set ${values}
      from json_populate_recordset(null::${sql.table(table)}, ${json}::json) n
      where t.campus = ${campus} and t.${sql.ref(key)} = n.${sql.ref(key)}`.execute(trx)
  }
}

/** Writes the rows of a JSON array into a table, with the numbers that the database would otherwise give itself. */
export async function insertJson(
  trx: Transaction<Schema>,
  {
    table,
    columns,
    json,
  }: { readonly table: string; readonly columns: readonly string[]; readonly json: string },
): Promise<void> {
  const names = namesOf(columns)
  await sql`
    insert into ${sql.table(table)} (${names}) overriding system value
    select ${names} from json_populate_recordset(null::${sql.table(table)}, ${json}::json)`.execute(trx)
}

/** Runs `work` while these tables have no trigger of their own. No constraint on them may be pending before or after it. */
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

/** Checks now what waits for the end of the transaction; constraints of later statements wait again. */
export async function checkConstraints(trx: Transaction<Schema>): Promise<void> {
  await sql`set constraints all immediate`.execute(trx)
  await sql`set constraints all deferred`.execute(trx)
}

/** Does the work of the trigger on receipts: sets the last receiver of valid money, and the user who corrected a receipt. */
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
