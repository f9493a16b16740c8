import type { Endpoint } from '#contract/endpoint.ts'
import { fileFormat } from '#contract/fields.ts'
import { firstLine, rowsType, type ListTotals } from '#contract/list-rows.ts'
import { formatDate, formatMonth } from '#domain/calendar.ts'
import { columnsFor } from '#domain/contacts.ts'
import { orThrow, refuse } from '#domain/outcome.ts'
import { filterWords, monthIn } from '#reports/common-filters.ts'
import { messageOf, type List, type QueryOf, type RowOf, type TotalsOf } from '#reports/list.ts'
import type { Breakdown, Cells, Report } from '#reports/report.ts'
import { writeReport } from '#server/files/report-file.ts'
import { sheetOf, type Sheet } from '#server/files/sheet.ts'
import type { CallContext } from '#server/http/call.ts'
import type { OpenFile, RowsReply } from '#server/http/streamed-reply.ts'
import { findSchool } from '#server/records/campus/school.ts'
import {
  betweenObjects,
  fetchRows,
  readPageTotals,
  readTotals,
  streamObjects,
  streamRows,
} from '#server/records/reports/read-list.ts'
import type { Scope } from '#server/records/scope.ts'

type Query = Readonly<Record<string, unknown>>

/** Returns the lines above a report: school and campus, the filters, and the day and user. */
async function aboutReport(
  scope: Scope,
  report: Report,
  query: Query,
  totals: ListTotals,
): Promise<string[]> {
  const school = await findSchool(scope)
  return [
    `${school.name}, ${scope.campus}`,
    filterWords(report, query, totals).join('; '),
    `Made on ${formatDate(scope.today)} by ${scope.userName}`,
  ]
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Returns a name like `Fee record, Main Campus, 2026-11-01 to 2026-11-30, as of 2026-12-01`; without dates, today. */
function fileName(title: string, { campus, today }: Pick<Scope, 'campus' | 'today'>, query: Query): string {
  const month = monthIn(query)
  const [from, to] = [textOf(query['fromDate']), textOf(query['toDate'])]
  const dates = [to === '' && from !== '' ? `from ${from}` : from, to === '' ? '' : `to ${to}`]
  const asOf = textOf(query['asOf'])
  const parts = [
    month ? formatMonth(month) : dates.filter((part) => part !== '').join(' '),
    asOf === '' ? '' : `as of ${asOf}`,
  ]
  return [title, campus, parts.filter((part) => part !== '').join(', ') || today].join(', ')
}

/** Exports the rows, columns and totals of the screen; refuses if there are no rows. */
export const exportReport =
  <L extends List>(report: Report<L>) =>
  async (call: CallContext<Endpoint>, open: OpenFile): Promise<void> => {
    const { scope } = call
    const query = queryOf(report.list, call)
    const totals = await readTotals(scope, report.list, query)
    if (totals.count === 0) return orThrow(refuse(report.list.none))
    const kept: RowOf<L>[] = []
    const about = await aboutReport(scope, report, query, totals)
    const main = mainSheet({ scope, report, query, totals, kept, about })
    const others = (report.breakdowns ?? []).map((one) => breakdownSheet(report.title, one, kept, about))
    const format = fileFormat.parse(call.params['format'])
    scope.toRecord.push({ kind: 'exported', report: report.title, format, rows: totals.count })
    await writeReport(open, format, {
      name: fileName(report.title, scope, query),
      sheets: [main, ...others],
    })
  }

interface MainSheet<L extends List> {
  readonly scope: Scope
  readonly report: Report<L>
  readonly query: QueryOf<L>
  readonly totals: TotalsOf<L>
  /** The rows that the totals row, the notes and the breakdowns need. */
  readonly kept: RowOf<L>[]
  readonly about: readonly string[]
}

function mainSheet<L extends List>({ scope, report, query, totals, kept, about }: MainSheet<L>): Sheet {
  const columns = columnsFor(scope.role, report.columns(query)).filter(({ only }) => only !== 'chosen')
  const first = columns[0]?.key ?? ''
  const lastAmountKey = columns.findLast(({ kind }) => kind === 'amount' || kind === 'balance')?.key ?? ''
  async function* batches() {
    for await (const rows of fetchRows(scope, report.list, query)) {
      for (const row of rows) if (report.keepsRow(row)) kept.push(row)
      yield rows
    }
  }
  return sheetOf({
    title: report.title,
    about,
    columns,
    parts: batches(),
    foot: () => ({
      totals: report.foot(totals, kept),
      notes: (report.notes?.(totals, kept, query) ?? []).map(({ text, under = first, amounts }): Cells => ({
        [under]: text,
        ...(typeof amounts === 'number' ? { [lastAmountKey]: amounts } : amounts),
      })),
    }),
  })
}

const breakdownSheet = <Row>(
  title: string,
  breakdown: Breakdown<Row>,
  kept: readonly Row[],
  about: readonly string[],
): Sheet =>
  sheetOf({
    // `Fee received by day`
    title: `${title} ${breakdown.title.toLowerCase()}`,
    about,
    columns: breakdown.columns,
    parts: later(() => breakdown.lines(kept)),
    foot: () => ({ totals: breakdown.foot(kept) }),
  })

/** Yields lines that are known only after the previous sheet was written. */
async function* later<Line>(lines: () => readonly Line[]): AsyncGenerator<readonly Line[]> {
  yield lines()
}

/** Merges query, body and path; an undecoded field of query or body does not replace a filter in the path. */
const queryOf = <L extends List>(
  _list: L,
  { params, query, body }: Pick<CallContext<Endpoint>, 'params' | 'query' | 'body'>,
): QueryOf<L> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- decoded by the schemas of the list's query
  ({ ...Object(query), ...Object(body), ...params }) as QueryOf<L>

/** Sends objects, or totals and rows if the caller accepts rows; a list may be empty (spec 4.voucher-report). */
export const listReport =
  (list: List) =>
  async (call: CallContext<Endpoint>, reply: RowsReply): Promise<void> => {
    const { scope } = call
    const query = queryOf(list, call)
    // Reads the totals first: their count decides the message, and the page shows the sums while the rows are read.
    const { totals, more } = await readPageTotals(scope, list, query)
    const msg = messageOf(list, totals.count)
    if (!reply.accepts(rowsType)) {
      return reply.send('application/json; charset=utf-8', {
        head: `${JSON.stringify({ msg, caveat: totals.caveat, ...(list.pages && { more }) }).slice(0, -1)},"${list.items}":[`,
        chunks: streamObjects(scope, list, query),
        between: betweenObjects,
        foot: ']}',
      })
    }
    return reply.send(rowsType, {
      head: firstLine(msg, totals, more),
      chunks: streamRows(scope, list, query),
      between: '\n',
      foot: totals.count === 0 ? '' : '\n',
    })
  }
