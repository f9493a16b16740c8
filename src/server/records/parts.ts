import type { Schema } from '#server/database/schema.ts'
import { sql, type RawBuilder, type Transaction } from 'kysely'

const rowsInPart = 2000

/**
 * The rows of a query, part by part, all as they were when it began. A transaction reads one such query at a time;
 * one that is not read to its end is closed by the transaction's end.
 */
export async function* inParts<Row>(
  trx: Transaction<Schema>,
  query: RawBuilder<Row>,
): AsyncGenerator<readonly Row[]> {
  // A cursor is planned for its first rows unless told that all will be read.
  await sql`set local cursor_tuple_fraction = 1`.execute(trx)
  await sql`declare parts no scroll cursor for ${query}`.execute(trx)
  const next = sql<Row>`fetch ${sql.lit(rowsInPart)} from parts`
  let read = rowsInPart
  while (read === rowsInPart) {
    const { rows } = await next.execute(trx)
    if (rows.length > 0) yield rows
    read = rows.length
  }
  await sql`close parts`.execute(trx)
}
