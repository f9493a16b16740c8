import type { Schema } from '#server/database/schema.ts'
import { sql, type Insertable, type Transaction } from 'kysely'

/** As the database takes it from JSON: instants are text. */
export type JsonRow<Row> = {
  readonly [Column in keyof Row]: unknown extends Row[Column]
    ? object | null
    : Date extends Row[Column]
      ? string
      : Row[Column]
}

const rowsAtOnce = 4000

/** Writes many rows of the same columns into a table, a few thousand to a statement. */
export async function insertRows<Table extends keyof Schema>(
  trx: Transaction<Schema>,
  table: Table,
  rows: readonly JsonRow<Insertable<Schema[Table]>>[],
): Promise<void> {
  const columns = sql.join(Object.keys(rows[0] ?? {}).map((column) => sql.ref(column)))
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    const some = JSON.stringify(rows.slice(from, from + rowsAtOnce))
    await sql`
      insert into ${sql.table(table)} (${columns})
      select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${some}::json)`.execute(trx)
  }
}
