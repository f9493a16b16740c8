import { columnsFor } from '#domain/contacts.ts'
import { count, formatCount } from '#domain/count.ts'
import { formatRupees } from '#domain/money.ts'
import { filterWords } from '#reports/filter-words.ts'
import { totalsOfRows } from '#reports/list.ts'
import type { Column, Facet, Note, Report } from '#reports/report.ts'
import { useDraft } from '#web/api/drafts.ts'
import { useStaff } from '#web/api/session.ts'
import { balanceText } from '#web/kit/balance-text.ts'
import { drawn, drawnFoot } from '#web/kit/drawn-columns.tsx'
import { PrintButton } from '#web/kit/print-button.tsx'
import { PrintHead } from '#web/kit/print-head.tsx'
import { DataTable } from '#web/ui/data-table.tsx'
import { FindRows, useFoundRows } from '#web/ui/find-rows.tsx'
import { Empty, Loading } from '#web/ui/states.tsx'
import { Group, NativeSelect, SegmentedControl, Stack, Text, Title } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { Suspense, useMemo, useState, type ReactNode } from 'react'
import { Breakdowns } from './breakdowns.tsx'
import type { ReportExtras } from '#web/kit/report-extras.ts'
import type { Query, Row } from './use-report.ts'

const noRows: readonly Row[] = []

/** The text sought in a report's rows, the chosen value of its facet, and the rows that match both. */
export function useFinder({ find, facet }: Report, rows: readonly Row[] = noRows) {
  const [sought, seek] = useState('')
  const [chosen, choose] = useState('')
  const textOf = useMemo(() => (row: Row) => find.in(row), [find])
  const ofChosen = useMemo(
    () => (facet && chosen !== '' ? rows.filter((row) => facet.valueOf(row) === chosen) : rows),
    [facet, rows, chosen],
  )
  const found = useFoundRows(ofChosen, textOf, sought)
  const clear = () => {
    seek('')
    choose('')
  }
  return { rows, found, sought, seek, chosen, choose, clear }
}

interface Props {
  readonly report: Report
  readonly query: Query
  readonly finder: ReturnType<typeof useFinder>
  /** Buttons for the whole report, before the one that prints it. */
  readonly actions: ReactNode
  readonly extras: ReportExtras
}

/** The rows of a report with their totals, notes and breakdowns. */
export function ReportTable({ report, query, finder, actions, extras }: Props) {
  const [view, setView] = useDraft(`${report.name}: view`, () => 'table')
  const { rows, found, sought, seek, chosen, choose } = finder
  const asTable = view === 'table' || !extras.Graph
  const { facet, words } = report
  const heading = report.heading(query)
  const about = [...filterWords(report, query), ...chosenWords(facet, rows, chosen)]
  return (
    <Stack gap="xs" mt="lg">
      <PrintHead title={report.title} about={about} sought={asTable ? sought : ''} />
      <Group justify="space-between" gap="xs">
        <Title order={2}>{heading}</Title>
        <Group gap="xs">
          {facet && <FacetSelect facet={facet} rows={rows} value={chosen} onChange={choose} />}
          {asTable && <FindRows label="Find by name or number" value={sought} onChange={seek} />}
          {extras.Graph && <ViewSwitch view={view} onChange={setView} />}
          {actions}
          <PrintButton {...(words.print !== undefined && { label: words.print })} />
        </Group>
      </Group>
      <Status report={report} rows={rows} found={asTable ? found : rows} />
      {asTable || !extras.Graph ? (
        <FoundRows report={report} query={query} finder={finder} heading={heading} />
      ) : (
        <Suspense fallback={<Loading label="Drawing the graph" />}>
          <extras.Graph rows={rows} />
        </Suspense>
      )}
    </Stack>
  )
}

interface StatusProps extends Pick<Props, 'report'> {
  readonly rows: readonly Row[]
  readonly found: readonly Row[]
}

/** The number of rows, or of those found, and their sums in words. */
function Status({ report, rows, found }: StatusProps) {
  const counted = report.counted?.(found) ?? count(found.length, report.noun)
  const sums = report.sumUp?.(found) ?? ''
  return (
    <Text role="status" size="xs" c="dimmed">
      {found.length === rows.length
        ? `${counted} listed`
        : `${counted} of ${formatCount(rows.length)} found; the totals are theirs`}
      {sums !== '' && `: ${sums}`}
    </Text>
  )
}

interface FoundRowsProps extends Pick<Props, 'report' | 'query' | 'finder'> {
  readonly heading: string
}

function FoundRows({ report, query, finder: { found }, heading }: FoundRowsProps) {
  const columns = useColumns(report, query)
  const totals = useMemo(() => totalsOfRows(report.list, found), [report, found])
  const kept = useMemo(() => found.filter((row) => report.keeps(row)), [report, found])
  const foot = useMemo(
    () => [drawnFoot(columns.reported, report.foot(totals, kept))],
    [report, columns, totals, kept],
  )
  const notes = useMemo(() => report.notes?.(totals, kept, query) ?? [], [report, totals, kept, query])
  if (found.length === 0) return <Empty title={`None of these ${report.noun}s`} hint={report.find.hint} />
  return (
    <>
      <DataTable
        label={heading}
        columns={columns.drawn}
        rows={found}
        rowKey={(row) => report.keyOf(row)}
        foot={foot}
        tooLongHint="Narrow the report, or take all of it as Excel."
      />
      {notes
        .filter(({ only }) => only === undefined)
        .map((note) => (
          <NoteLine key={note.text} note={note} columns={columns.reported} />
        ))}
      {report.breakdowns && <Breakdowns breakdowns={report.breakdowns} rows={found} />}
    </>
  )
}

/** The report's columns for the user's role and the window's width. */
function useColumns(report: Report, query: Query) {
  const { role } = useStaff()
  const reported = useMemo(
    () => columnsFor(role, report.columns(query)).filter(({ only }) => only !== 'file'),
    [role, report, query],
  )
  const pinnedFrom = Math.max(0, ...reported.map(({ pinned }) => (typeof pinned === 'number' ? pinned : 0)))
  const roomy = useMediaQuery(`(min-width: ${pinnedFrom}px)`, false, { getInitialValueInEffect: false })
  return useMemo(
    () => ({ reported, drawn: reported.map((column) => drawn(column, roomy ? pinnedFrom : 0)) }),
    [reported, roomy, pinnedFrom],
  )
}

interface NoteProps {
  readonly note: Note
  readonly columns: readonly Column<Row>[]
}

function NoteLine({ note: { because, text, amounts }, columns }: NoteProps) {
  const before = because === undefined ? text : `${because} ${text}`
  if (typeof amounts === 'number') {
    return (
      <Text>
        {before}:{' '}
        <b className="figures" style={{ whiteSpace: 'nowrap' }}>
          {balanceText(amounts)}
        </b>
      </Text>
    )
  }
  const texts = columns.flatMap(({ key, heading }) => {
    const amount = amounts[key]
    return amount === undefined ? [] : [`${heading} ${formatRupees(amount)}`]
  })
  return (
    <Text>
      {before}: {texts.join(', ')}
    </Text>
  )
}

interface FacetProps {
  readonly facet: Facet<Row>
  readonly rows: readonly Row[]
  /** '' for all. */
  readonly value: string
  readonly onChange: (value: string) => void
}

function FacetSelect({ facet, rows, value, onChange }: FacetProps) {
  const options = useMemo(() => facet.options(rows), [facet, rows])
  return (
    <NativeSelect
      className="no-print"
      aria-label={facet.label}
      value={value}
      data={[{ value: '', label: facet.all }, ...options]}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

function chosenWords(facet: Facet<Row> | undefined, rows: readonly Row[], chosen: string): string[] {
  const option = chosen === '' ? undefined : facet?.options(rows).find(({ value }) => value === chosen)
  return facet && option ? [`${facet.label}: ${option.label}`] : []
}

interface ViewProps {
  readonly view: string
  readonly onChange: (view: string) => void
}

const ViewSwitch = ({ view, onChange }: ViewProps) => (
  <SegmentedControl
    className="no-print"
    aria-label="Show as"
    value={view}
    data={[
      { value: 'table', label: 'Table' },
      { value: 'graph', label: 'Graph' },
    ]}
    onChange={onChange}
  />
)
