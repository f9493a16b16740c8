import { sql } from 'kysely'
import { rowReader } from '#contract/list-rows.ts'
import { formatTimeOfDay } from '#domain/calendar.ts'
import { nothing, type Money } from '#domain/money.ts'
import { recordOf } from '#domain/record-of.ts'
import { asOfIn, caveatWords, monthIn } from '#reports/common-filters.ts'
import type { List, QueryOf, RowOf, TotalsOf } from '#reports/list.ts'
import type { Lists } from '#reports/reports.ts'
import { executeUnprepared } from '#server/database/fast/statements.ts'
import { findUnnamed } from '#server/records/books/as-of.ts'
import { jsonObject, jsonRow } from '#server/records/json-text.ts'
import type { Scope } from '#server/records/scope.ts'
import { enteredInBooks, journalOfClosedDays, registeredExceptions } from './books.ts'
import { fetchTextChunks } from './cursor.ts'
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
