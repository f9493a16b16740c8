import { Text, Title } from '@mantine/core'
import { lazy, Suspense, useMemo, type ReactNode } from 'react'
import { pluralOf } from '#domain/count.ts'
import { asOfWords } from '#reports/common-filters.ts'
import { filterWords } from '#reports/filter-words.ts'
import { totalsOfRows } from '#reports/list.ts'
import type { Report } from '#reports/report.ts'
import { useDraft } from '#web/api/drafts.ts'
import { drawnFoot } from '#web/kit/drawn-columns.tsx'
import { PrintHead } from '#web/kit/papers/paper.tsx'
import type { ReportExtras, Switch } from '#web/kit/report-extras.ts'
import { DataTable } from '#web/ui/data-table.tsx'
import { useFoundRows } from '#web/ui/find-rows.tsx'
import type { Sorting } from '#web/ui/sort-rows.ts'
import { Empty, Loading } from '#web/ui/states.tsx'
import type { TablePlace } from '#web/ui/table-columns.ts'
import type { ExportProps } from './export-menu.tsx'
import { useColumns, useGroups, useLines } from './report-columns.tsx'
import { FacetChips, FacetSelect } from './report-facet.tsx'
import { Breakdowns, Figures, Notes, Status } from './report-sums.tsx'
import { Tools } from './report-tools.tsx'
import { copiedText, SelectionBar, usePeek, useSelection } from './selection.tsx'
import { useDayRead, type FoundReport, type Query, type Row } from './use-report.ts'

const StudentPeek = lazy(async () => ({ default: (await import('#web/kit/student-peek.tsx')).StudentPeek }))

const nothingFound: Omit<FoundReport, 'more'> = { query: {}, rows: [] }

interface Narrowing {
  readonly sought: string
  /** The chosen value of the facet; '' for all. */
  readonly chosen: string
}

/** The rows that match the search text and the facet. */
export function useFinder(
  { find, facet }: Report,
  { query, rows }: Omit<FoundReport, 'more'> = nothingFound,
  { sought, chosen }: Narrowing,
  narrow: (changed: Partial<Narrowing>) => void,
) {
  const textOf = useMemo(() => (row: Row) => find.in(row), [find])
  const day = useDayRead(query)
  const ofChosen = useMemo(
    () => (facet && chosen !== '' ? rows.filter((row) => facet.valuesOf(row, day).includes(chosen)) : rows),
    [facet, rows, chosen, day],
  )
  const { found, foundFor } = useFoundRows(ofChosen, textOf, sought)
  const search = (text: string) => narrow({ sought: text })
  const choose = (value: string) => narrow({ chosen: value })
  /** True if the current search text matches rows. */
  const isFound = found.length > 0 && foundFor === sought
  return { rows, found, foundFor, isFound, sought, search, chosen, choose }
}

interface Props {
  readonly report: Report
  readonly query: Query
  readonly finder: ReturnType<typeof useFinder>
  /** The files of the whole report. */
  readonly files: ExportProps
  readonly extras: ReportExtras
  readonly arrangement: Arrangement
  readonly onArrange: (changed: Partial<Arrangement>) => void
  readonly place?: TablePlace
  readonly switches?: readonly Switch[]
  /** A line above the rows about those found. */
  readonly notice?: ReactNode
}

const noSwitches: readonly Switch[] = []

export interface Arrangement {
  readonly sorting: Sorting | null
  readonly isGrouped: boolean
  readonly isCharted: boolean
}

/** The rows of a report with totals, notes and breakdowns. */
export function ReportTable(props: Props) {
  const { report, query, finder, extras } = props
  const [view, setView] = useDraft(`${report.name}: view`, () => 'table')
  const { rows, found, foundFor } = finder
  const asTable = view === 'table' || !extras.Graph
  const heading = report.heading(query)
  const choice = useChoice(report, query, finder)
  const about = [...filterWords(report, query, totalsOfRows(report.list, rows)), ...(choice?.about ?? [])]
  const columns = useColumns(report, query)
  const selection = useSelection(report, found)
  const bar = selection.selected.length > 0 && (
    <SelectionBar report={report} columns={columns.reported} selection={selection} extras={extras} />
  )
  return (
    <>
      <PrintHead title={report.title} about={about} sought={asTable ? foundFor : ''} />
      <Tools {...props} view={view} setView={setView} />
      <Strip {...props} heading={heading} choice={choice} counted={asTable ? found : rows} bar={bar} />
      {asTable || !extras.Graph ? (
        <FoundRows {...props} heading={heading} columns={columns} selection={selection} />
      ) : (
        <div className="report-wide">
          <Suspense fallback={<Loading label="Drawing the graph" />}>
            <extras.Graph rows={rows} />
          </Suspense>
        </div>
      )}
    </>
  )
}

interface StripProps extends Props {
  readonly heading: string
  readonly choice: ReturnType<typeof useChoice>
  /** The rows that the status counts. */
  readonly counted: readonly Row[]
  /** The bar of the selected rows, in place of the sums. */
  readonly bar: ReactNode
}

/** The heading with the number of rows, the facet and the most important sums. */
function Strip(props: StripProps) {
  const {
    report,
    query,
    finder,
    extras,
    switches = noSwitches,
    heading,
    choice,
    counted,
    bar,
    notice,
  } = props
  const { rows, found } = finder
  return (
    <div className="report-strip" data-selected={bar !== false || undefined}>
      <Title order={2}>{heading}</Title>
      {choice && <FacetChips {...choice} switches={switches} />}
      <About text={report.about?.(query) ?? ''} />
      <About text={asOfWords(query, totalsOfRows(report.list, rows))} />
      <Status report={report} rows={rows} found={counted} />
      {choice && <FacetSelect {...choice} />}
      {bar || (
        <>
          <Figures report={report} found={found} />
          {extras.Sums && <extras.Sums query={query} />}
        </>
      )}
      {notice}
    </div>
  )
}

const About = ({ text }: { readonly text: string }) =>
  text !== '' && (
    <Text size="xs" c="dimmed" className="report-about">
      {text}
    </Text>
  )

/** The facet with its options; undefined if the report has none. */
function useChoice({ facet }: Report, query: Query, { rows, chosen, choose }: Props['finder']) {
  const day = useDayRead(query)
  const counts = useMemo(() => {
    const counted = new Map<string, number>()
    if (!facet) return counted
    for (const row of rows)
      for (const value of facet.valuesOf(row, day)) counted.set(value, (counted.get(value) ?? 0) + 1)
    return counted
  }, [facet, rows, day])
  const options = useMemo(() => facet?.options(rows, new Set(counts.keys())) ?? [], [facet, rows, counts])
  const option = options.find(({ value }) => value === chosen)
  if (!facet) return undefined
  const about = option ? [`${facet.label}: ${option.label}`] : []
  return { about, facet, rows, options, counts, value: chosen, onChange: choose }
}

interface FoundRowsProps extends Props {
  readonly heading: string
  readonly columns: ReturnType<typeof useColumns>
  readonly selection: ReturnType<typeof useSelection>
}

function FoundRows(props: FoundRowsProps) {
  const { report, query, heading, arrangement, onArrange, place, extras, columns, selection } = props
  const found = selection.shown
  const { peeked, close, handlers } = usePeek(report)
  const totals = useMemo(() => totalsOfRows(report.list, found), [report, found])
  const kept = useMemo(() => found.filter((row) => report.keepsRow(row)), [report, found])
  const foot = useMemo(
    () => [drawnFoot(columns.reported, report.foot(totals, kept))],
    [report, columns, totals, kept],
  )
  const groups = useGroups(report, columns.reported, found, arrangement.isGrouped)
  const { lines, rowHeight } = useLines(columns, query, { foot, groups })
  if (found.length === 0) {
    return (
      <div className="report-wide">
        <Empty title={`No matching ${pluralOf(report.noun)}`} hint={report.find.hint} />
      </div>
    )
  }
  const band = peeked && {
    key: peeked.key,
    content: (
      <Suspense fallback={<Loading label="Loading…" />}>
        <StudentPeek rollNo={peeked.rollNo} close={close} />
      </Suspense>
    ),
  }
  return (
    <>
      <div className="report-rows">
        {arrangement.isCharted && <RowsAsChart extras={extras} rows={found} />}
        <DataTable
          label={heading}
          {...lines}
          rows={found}
          rowKey={(row) => report.keyOf(row)}
          sorting={arrangement.sorting}
          onSort={(sorting) => onArrange({ sorting })}
          {...(place && { place })}
          tooLongHint="Narrow the report, or download all of it as Excel."
          fillsContainer
          rowHeight={rowHeight}
          {...handlers}
          band={band}
          selected={selection.keys}
          onSelect={selection.select}
          onCopy={(rows) => copiedText(columns.reported, rows)}
        />
      </div>
      <Notes report={report} query={query} found={found} kept={kept} columns={columns.reported} />
      {report.breakdowns && <Breakdowns breakdowns={report.breakdowns} rows={found} />}
    </>
  )
}

const RowsAsChart = ({ extras, rows }: { readonly extras: ReportExtras; readonly rows: readonly Row[] }) =>
  extras.Chart && (
    <Suspense fallback={<Loading label="Drawing the chart" />}>
      <extras.Chart rows={rows} />
    </Suspense>
  )
