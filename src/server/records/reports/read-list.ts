import { setImmediate as immediately } from 'node:timers/promises'
import { sql, type QueryResult, type RawBuilder, type Transaction } from 'kysely'
import { rowReader } from '#contract/list-rows.ts'
import { formatTimeOfDay } from '#domain/calendar.ts'
import { nothing, type Money } from '#domain/money.ts'
import { recordOf } from '#domain/record-of.ts'
import { asOfIn, caveatWords, monthIn } from '#reports/common-filters.ts'
import type { List, QueryOf, RowOf, TotalsOf } from '#reports/list.ts'
import type { Lists } from '#reports/reports.ts'
import { executeUnprepared } from '#server/database/fast/statements.ts'
import type { Schema } from '#server/database/schema.ts'
import { findUnnamed } from '#server/records/books/as-of.ts'
import { jsonObject, jsonRow } from '#server/records/json-text.ts'
import type { Scope } from '#server/records/scope.ts'
import { enteredInBooks, journalOfClosedDays, registeredExceptions } from './books.ts'
import { agedDues, listedConcessions, rolledForward } from './dues.ts'
import { collected, headsReceived, reportedReceipts } from './receipts.ts'
import { loggedEvents } from './security-log.ts'
import type { ListSource } from './source.ts'
import { listedStudents, reportedAdmissions } from './students.ts'
import { reportedVouchers } from './vouchers.ts'

/** The SQL of each list; a list without SQL does not compile. */
const sources: { readonly [Name in keyof Lists]: ListSource<Lists[Name]> } = {
  voucherList: reportedVouchers,
  receiptList: reportedReceipts,
  studentList: listedStudents,
  admissionList: reportedAdmissions,
  rollForwardList: rolledForward,
  dayBookList: enteredInBooks,
  exceptionList: registeredExceptions,
  receivedHeadList: headsReceived,
  ageingList: agedDues,
  collectionList: collected,
  concessionList: listedConcessions,
  journalList: journalOfClosedDays,
  securityList: loggedEvents,
}

const byName: ReadonlyMap<string, ListSource<List>> = new Map(Object.entries(sources))

function sourceOf({ name }: List): ListSource<List> {
  const source = byName.get(name)
  if (!source) throw new Error(`There is no SQL for the list ${name}`)
  return source
}

/** Replaces today's books with the present books, which are read faster; a month replaces the dates (decisions 7). */
const normalizeQuery = <L extends List>({ today }: Scope, query: QueryOf<L>): QueryOf<L> => ({
  ...query,
  ...(asOfIn(query) === today && { asOf: undefined }),
  ...(monthIn(query) && { fromDate: undefined, toDate: undefined }),
})

/**
 * Disables nested loops for an earlier day: the planner expects few derived rows and would read the students once for
 * each, ten times as long as with hash joins (row 19 of docs/performance.md).
 */
async function planFor({ trx }: Scope, query: object): Promise<void> {
  if (asOfIn(query) !== undefined) await sql`set local enable_nestloop = off`.execute(trx)
}

/** Finds the caveat of a list; undefined if everything is known. */
async function findCaveat(
  scope: Scope,
  { dependsOnPosting }: List,
  query: object,
): Promise<string | undefined> {
  const asOf = asOfIn(query)
  return dependsOnPosting && asOf !== undefined ? caveatWords(await findUnnamed(scope, asOf)) : undefined
}

/** Reads the totals of a page; `more` is true if older rows follow on another page. */
export async function readPageTotals<L extends List>(scope: Scope, list: L, query: QueryOf<L>) {
  const { pages } = list
  const totals = await readTotals(scope, list, query, pages && pages.size + 1)
  const more = pages !== undefined && totals.count > pages.size
  return { totals: more ? { ...totals, count: pages.size } : totals, more }
}

/** Reads the totals of a list, up to `limit` rows. */
export async function readTotals<L extends List>(
  scope: Scope,
  list: L,
  query: QueryOf<L>,
  limit?: number,
): Promise<TotalsOf<L>> {
  const source = sourceOf(list)
  const normalized = normalizeQuery(scope, query)
  const all = source.totalsFrom?.(scope, normalized) ?? source.from(scope, normalized)
  const from = limit === undefined ? all : sql`from (select ${all} limit ${limit}) counted`
  const values: Readonly<Record<string, string>> = source.values(scope, normalized)
  await planFor(scope, normalized)
  const columns = list.sums.map((key) => `, coalesce(sum(${values[key]}), 0)::bigint as "${key}"`)
  const { rows } = await executeUnprepared(
    scope.trx,
    sql<{ readonly count: number } & Readonly<Record<string, Money>>>`
      select count(*)${sql.raw(columns.join(''))} ${from}`,
  )
  const [row] = rows
  if (!row) throw new Error('Totals are always one row')
  const sums = recordOf(
    list.sums,
    (key): L['sums'][number] => key,
    (key) => row[key] ?? nothing,
  )
  const asOfTime = scope.asOf ? `as of ${formatTimeOfDay(scope.asOf)}` : undefined
  return { count: row.count, sums, caveat: await findCaveat(scope, list, normalized), asOfTime }
}

export const betweenObjects = ',\n'

interface TextOptions {
  /** The separator of texts, also within a text of several rows. */
  readonly between: string
  /** Null for all rows. */
  readonly limit: number | null
}

/** Yields the texts of a list's rows in chunks, in order; a text has one row or several rows. */
async function* streamTexts<L extends List>(
  scope: Scope,
  source: ListSource<L>,
  query: QueryOf<L>,
  text: string,
  { between, limit }: TextOptions,
): AsyncGenerator<readonly string[]> {
  const { groupBy, orderBy } = source
  const from = source.from(scope, query)
  const [row, order] = [sql.raw(text), sql.raw(orderBy)]
  await planFor(scope, query)
  yield* fetchTextChunks(
    scope.trx,
    groupBy === undefined
      ? sql`select ${row} as text ${from} order by ${order} limit ${limit}`
      : sql`select string_agg(${row}, ${sql.lit(between)} order by ${order}) as text ${from}
          group by ${sql.raw(groupBy)} order by ${sql.raw(groupBy)}`,
  )
}

const pageSize = ({ pages }: List): number | null => pages?.size ?? null

/** Yields rows as JSON text in chunks (contract/list-rows.ts); by default the rows of a page. */
export function streamRows<L extends List>(
  scope: Scope,
  list: L,
  query: QueryOf<L>,
  limit = pageSize(list),
): AsyncGenerator<readonly string[]> {
  const source = sourceOf(list)
  const normalized = normalizeQuery(scope, query)
  const row = jsonRow(list.row, source.values(scope, normalized))
  return streamTexts(scope, source, normalized, row, { between: '\n', limit })
}

/** Yields a list's objects for other clients, as JSON text in chunks. */
export function streamObjects<L extends List>(
  scope: Scope,
  list: L,
  query: QueryOf<L>,
): AsyncGenerator<readonly string[]> {
  const source = sourceOf(list)
  const normalized = normalizeQuery(scope, query)
  const object = source.object ?? jsonObject(list.row, source.values(scope, normalized))
  return streamTexts(scope, source, normalized, object, { between: betweenObjects, limit: pageSize(list) })
}

/** Yields a list's rows in batches, from the same texts that the page gets. */
export async function* fetchRows<L extends List>(
  scope: Scope,
  list: L,
  query: QueryOf<L>,
): AsyncGenerator<readonly RowOf<L>[]> {
  const read = rowReader<L['row']>(list.row)
  for await (const texts of streamRows(scope, list, query, null)) yield read(texts.join('\n'))
}

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
