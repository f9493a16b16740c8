import { setImmediate as immediately } from 'node:timers/promises'
import { sql, type QueryResult, type RawBuilder, type Transaction } from 'kysely'
import type { Schema } from '#server/database/schema.ts'

/** Yields rows as of the start of the query; one query per transaction. `nextBatchRows` returns the next batch size. */
async function* fetchBatches<Row>(
  trx: Transaction<Schema>,
  query: RawBuilder<Row>,
  nextBatchRows: (batch: readonly Row[]) => number,
): AsyncGenerator<readonly Row[]> {
  // By default, PostgreSQL plans a cursor for its first rows.
  await sql`set local cursor_tuple_fraction = 1`.execute(trx)
  await sql`declare rows_cursor no scroll cursor for ${query}`.execute(trx)
  const fetch = (count: number): Promise<QueryResult<Row>> =>
    sql<Row>`fetch ${sql.lit(count)} from rows_cursor`.execute(trx)
  let requested: number = nextBatchRows([])
  let next: Promise<QueryResult<Row>> | null = fetch(requested)
  try {
    while (next) {
      const { rows }: QueryResult<Row> = await next
      const isLast: boolean = rows.length < requested
      requested = nextBatchRows(rows)
      // The database reads the next batch while this batch is written.
      next = isLast ? null : fetch(requested)
      // A failure is handled when the batch is awaited.
      next?.catch(() => {})
      if (rows.length > 0) yield rows
      // A used result keeps the next results in memory until the whole heap is collected: a report of a year left its
      // texts there (row 9 of docs/performance.md). Therefore each result is emptied.
      rows.length = 0
      // Lets other calls run between two batches.
      await immediately()
    }
  } finally {
    // No statement may be running when the transaction ends.
    await next?.catch(() => {})
  }
}

interface Text {
  readonly text: string
}

/** Few, because the first texts follow the sorting: the embedded database can then serve other calls earlier. */
const firstChunkTexts = 25
/** In characters. Longer chunks take a fifth more memory (rows 11 and 14 of docs/performance.md). */
const chunkLength = 100_000

/** Assumes that the next texts are as long as the last texts. */
function textsInNextChunk(batch: readonly Text[]): number {
  const length = batch.reduce((sum, { text }) => sum + text.length, 0)
  return length === 0 ? firstChunkTexts : Math.ceil((batch.length * chunkLength) / length)
}

/** Yields the texts of a query, in chunks of about the same total length. */
export async function* fetchTextChunks(
  trx: Transaction<Schema>,
  query: RawBuilder<Text>,
): AsyncGenerator<readonly string[]> {
  for await (const batch of fetchBatches(trx, query, textsInNextChunk)) yield batch.map(({ text }) => text)
}
