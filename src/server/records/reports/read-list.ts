import { sql } from 'kysely'
import { rowReader } from '#contract/list-rows.ts'
import { formatTimeOfDay } from '#domain/calendar.ts'
import { nothing, type Money } from '#domain/money.ts'
import { recordOf } from '#domain/record-of.ts'
import { asOfIn, caveatWords } from '#reports/common-filters.ts'
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

/** A list without SQL does not compile. */
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

/** Today's books are those of now, which are read faster. */
const asRead = <L extends List>({ today }: Scope, query: QueryOf<L>): QueryOf<L> =>
  asOfIn(query) === today ? { ...query, asOf: undefined } : query

/**
 * The planner takes the derived rows of an earlier evening for few and would read the students once for each: ten times as long
 * as with hash joins (row 19 of docs/performance.md).
 */
async function planFor({ trx }: Scope, query: object): Promise<void> {
  if (asOfIn(query) !== undefined) await sql`set local enable_nestloop = off`.execute(trx)
}

/** Undefined if everything is known. */
async function findCaveat(
  scope: Scope,
  { dependsOnPosting }: List,
  query: object,
): Promise<string | undefined> {
  const asOf = asOfIn(query)
  return dependsOnPosting && asOf !== undefined ? caveatWords(await findUnnamed(scope, asOf)) : undefined
}

/** The totals of the rows that a call answers, and whether older ones follow on another page. */
export async function readPageTotals<L extends List>(scope: Scope, list: L, query: QueryOf<L>) {
  const { pages } = list
  const totals = await readTotals(scope, list, query, pages && pages.size + 1)
  const more = pages !== undefined && totals.count > pages.size
  return { totals: more ? { ...totals, count: pages.size } : totals, more }
}

/** Counted up to `most`. */
export async function readTotals<L extends List>(
  scope: Scope,
  list: L,
  query: QueryOf<L>,
  most?: number,
): Promise<TotalsOf<L>> {
  const source = sourceOf(list)
  const read = asRead(scope, query)
  const all = source.totalsFrom?.(scope, read) ?? source.from(scope, read)
  const from = most === undefined ? all : sql`from (select ${all} limit ${most}) counted`
  const values: Readonly<Record<string, string>> = source.values(scope, read)
  await planFor(scope, read)
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
  return { count: row.count, sums, caveat: await findCaveat(scope, list, read), asOfTime }
}

export const betweenObjects = ',\n'

interface TextsRead {
  /** A text of several rows has it too. */
  readonly between: string
  /** Null for all. */
  readonly most: number | null
}

/** The texts of a list's rows in chunks, in its order; a text has one row or several. */
async function* streamTexts<L extends List>(
  scope: Scope,
  source: ListSource<L>,
  query: QueryOf<L>,
  text: string,
  { between, most }: TextsRead,
): AsyncGenerator<readonly string[]> {
  const { groupBy, orderBy } = source
  const from = source.from(scope, query)
  const [row, order] = [sql.raw(text), sql.raw(orderBy)]
  await planFor(scope, query)
  yield* fetchTextChunks(
    scope.trx,
    groupBy === undefined
      ? sql`select ${row} as text ${from} order by ${order} limit ${most}`
      : sql`select string_agg(${row}, ${sql.lit(between)} order by ${order}) as text ${from}
          group by ${sql.raw(groupBy)} order by ${sql.raw(groupBy)}`,
  )
}

const onPage = ({ pages }: List): number | null => pages?.size ?? null

/** JSON text in chunks (contract/list-rows.ts); by default the rows that a call answers. */
export function streamRows<L extends List>(
  scope: Scope,
  list: L,
  query: QueryOf<L>,
  most = onPage(list),
): AsyncGenerator<readonly string[]> {
  const source = sourceOf(list)
  const read = asRead(scope, query)
  const row = jsonRow(list.row, source.values(scope, read))
  return streamTexts(scope, source, read, row, { between: '\n', most })
}

/** The objects of a list that other clients get, as JSON text in chunks. */
export function streamObjects<L extends List>(
  scope: Scope,
  list: L,
  query: QueryOf<L>,
): AsyncGenerator<readonly string[]> {
  const source = sourceOf(list)
  const read = asRead(scope, query)
  const object = source.object ?? jsonObject(list.row, source.values(scope, read))
  return streamTexts(scope, source, read, object, { between: betweenObjects, most: onPage(list) })
}

/** A list's rows in batches, from the same texts that the page gets. */
export async function* fetchRows<L extends List>(
  scope: Scope,
  list: L,
  query: QueryOf<L>,
): AsyncGenerator<readonly RowOf<L>[]> {
  const read = rowReader<L['row']>(list.row)
  for await (const texts of streamRows(scope, list, query, null)) yield read(texts.join('\n'))
}
