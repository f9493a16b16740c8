import type { Endpoint } from '#contract/endpoint.ts'
import { fileFormat } from '#contract/file-formats.ts'
import { columnsFor } from '#domain/contacts.ts'
import { orThrow, refuse } from '#domain/outcome.ts'
import type { List, QueryOf, RowOf, TotalsOf } from '#reports/list.ts'
import type { Breakdown, Cells, Report } from '#reports/report.ts'
import { writeReport } from '#server/files/report-file.ts'
import { sheetOf, type Sheet } from '#server/files/sheet.ts'
import type { CallContext } from '#server/http/call.ts'
import type { OpenFile } from '#server/http/file-reply.ts'
import { fetchRows, readTotals } from '#server/records/reports/read-list.ts'
import type { Scope } from '#server/records/scope.ts'
import { aboutReport, fileName } from './about-report.ts'
import { queryOf } from './list-report.ts'

/** Answers the call for a report's file: the rows, columns and totals of its screen. Refuses where there are no rows. */
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
  /** Collects the rows that the totals row, the notes and the breakdowns need. */
  readonly kept: RowOf<L>[]
  readonly about: readonly string[]
}

function mainSheet<L extends List>({ scope, report, query, totals, kept, about }: MainSheet<L>): Sheet {
  const columns = columnsFor(scope.role, report.columns(query)).filter(({ only }) => only !== 'chosen')
  const first = columns[0]?.key ?? ''
  const last = columns.findLast(({ kind }) => kind === 'amount' || kind === 'balance')?.key ?? ''
  async function* batches() {
    for await (const rows of fetchRows(scope, report.list, query)) {
      for (const row of rows) if (report.keeps(row)) kept.push(row)
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
        ...(typeof amounts === 'number' ? { [last]: amounts } : amounts),
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

/** Lines that are known only after the sheet before was written, as one batch. */
async function* later<Line>(lines: () => readonly Line[]): AsyncGenerator<readonly Line[]> {
  yield lines()
}
