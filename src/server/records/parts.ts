import { setImmediate as immediately } from 'node:timers/promises'
import type { Schema } from '#server/database/schema.ts'
import { sql, type QueryResult, type RawBuilder, type Transaction } from 'kysely'

const usualRows = 1000

/**
 * The rows of a query, part by part, all as they were when it began; one such query a transaction. How many rows the
 * next part has is asked of `rowsAfter`, with the part before it.
 */
export async function* inParts<Row>(
  trx: Transaction<Schema>,
  query: RawBuilder<Row>,
  rowsAfter: (part: readonly Row[]) => number = () => usualRows,
): AsyncGenerator<readonly Row[]> {
  // A cursor is planned for its first rows unless told that all will be read.
  await sql`set local cursor_tuple_fraction = 1`.execute(trx)
  await sql`declare parts no scroll cursor for ${query}`.execute(trx)
  const fetch = (count: number): Promise<QueryResult<Row>> =>
    sql<Row>`fetch ${sql.lit(count)} from parts`.execute(trx)
  let asked: number = rowsAfter([])
  let next: Promise<QueryResult<Row>> | null = fetch(asked)
  try {
    while (next) {
      const { rows }: QueryResult<Row> = await next
      const isLast: boolean = rows.length < asked
      asked = rowsAfter(rows)
      // The database reads on while this part is written.
      next = isLast ? null : fetch(asked)
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

interface Text {
  readonly text: string
}

const firstTexts = 100
const lengthOfPart = 250_000

/** As many texts as make a part of that length, if they are as long as those before. */
function textsAfter(part: readonly Text[]): number {
  const length = part.reduce((sum, { text }) => sum + text.length, 0)
  return length === 0 ? firstTexts : Math.ceil((part.length * lengthOfPart) / length)
}

/** The texts of a query, part by part with `between` between them: a part is about as long whatever a text's length. */
export async function* inTextParts(
  trx: Transaction<Schema>,
  query: RawBuilder<Text>,
  between: string,
): AsyncGenerator<string> {
  for await (const part of inParts(trx, query, textsAfter)) yield part.map(({ text }) => text).join(between)
}
