import { setImmediate as immediately } from 'node:timers/promises'
import type { Schema } from '#server/database/schema.ts'
import { sql, type QueryResult, type RawBuilder, type Transaction } from 'kysely'

const rowsInPart = 1000

/** The rows of a query, part by part, all as they were when it began; one such query a transaction. */
export async function* inParts<Row>(
  trx: Transaction<Schema>,
  query: RawBuilder<Row>,
): AsyncGenerator<readonly Row[]> {
  // A cursor is planned for its first rows unless told that all will be read.
  await sql`set local cursor_tuple_fraction = 1`.execute(trx)
  await sql`declare parts no scroll cursor for ${query}`.execute(trx)
  const fetch = sql<Row>`fetch ${sql.lit(rowsInPart)} from parts`
  let next: Promise<QueryResult<Row>> | null = fetch.execute(trx)
  try {
    while (next) {
      const { rows }: QueryResult<Row> = await next
      // The database reads on while this part is written.
      next = rows.length < rowsInPart ? null : fetch.execute(trx)
      // What goes wrong is met where the part is waited for.
      next?.catch(() => {})
      if (rows.length > 0) yield rows
      // However fast the parts come: other calls have their turn between two of them.
      await immediately()
    }
  } finally {
    // Nothing is under way any more when the transaction ends.
    await next?.catch(() => {})
  }
}
