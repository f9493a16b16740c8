import { columnsFor } from '#domain/contacts.ts'
import { count, formatCount } from '#domain/count.ts'
import { formatRupees } from '#domain/money.ts'
import { filterWords } from '#reports/filter-words.ts'
import { totalsOfRows } from '#reports/list.ts'
import type { Column, Facet, Note, Report } from '#reports/report.ts'
import { useDraft } from '#web/api/drafts.ts'
import { setPreferences, usePreferences } from '#web/api/preferences.ts'
import { useStaff } from '#web/api/session.ts'
import { balanceText } from '#web/kit/balance-text.ts'
import { drawn, drawnFoot } from '#web/kit/drawn-columns.tsx'
import { PrintButton } from '#web/kit/print-button.tsx'
import { PrintHead } from '#web/kit/print-head.tsx'
import { studentPath } from '#web/kit/student-link.tsx'
import { DataTable, type TablePlace } from '#web/ui/data-table.tsx'
import type { Sorting } from '#web/ui/sort-rows.ts'
import { FindRows, useFoundRows } from '#web/ui/find-rows.tsx'
import { Empty, Loading } from '#web/ui/states.tsx'
import { ActionIcon, Group, NativeSelect, SegmentedControl, Text, Title } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconLineHeight } from '@tabler/icons-react'
import { Suspense, useMemo, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { Breakdowns } from './breakdowns.tsx'
import type { ReportExtras } from '#web/kit/report-extras.ts'
import type { Query, Row } from './use-report.ts'

const noRows: readonly Row[] = []

/** What narrows the rows on the screen. */
interface Narrowing {
  readonly sought: string
  /** The chosen value of the facet; '' for all. */
  readonly chosen: string
}

/** The rows of a report that match the text sought and the chosen value of its facet. */
export function useFinder(
  { find, facet }: Report,
  rows: readonly Row[] = noRows,
  { sought, chosen }: Narrowing,
  narrow: (changed: Partial<Narrowing>) => void,
) {
  const textOf = useMemo(() => (row: Row) => find.in(row), [find])
  const { today } = useStaff()
  const ofChosen = useMemo(
    () => (facet && chosen !== '' ? rows.filter((row) => facet.valueOf(row, today) === chosen) : rows),
    [facet, rows, chosen, today],
  )
  const found = useFoundRows(ofChosen, textOf, sought)
  const seek = (text: string) => narrow({ sought: text })
  const choose = (value: string) => narrow({ chosen: value })
  return { rows, found, sought, seek, chosen, choose }
}

interface Props {
  readonly report: Report
  readonly query: Query
  readonly finder: ReturnType<typeof useFinder>
  /** Buttons for the whole report, before the one that prints it. */
  readonly actions: ReactNode
  readonly extras: ReportExtras
  readonly sorting: Sorting | null
  readonly onSort: (sorting: Sorting | null) => void
  readonly place?: TablePlace
}

/** The rows of a report with their totals, notes and breakdowns. */
export function ReportTable(props: Props) {
  const { report, query, finder, actions, extras } = props
  const { today } = useStaff()
  const [view, setView] = useDraft(`${report.name}: view`, () => 'table')
  const { rows, found, sought, seek, chosen, choose } = finder
  const asTable = view === 'table' || !extras.Graph
  const { facet, words } = report
  const heading = report.heading(query)
  const options = useMemo(() => facet?.options(rows, today) ?? [], [facet, rows, today])
  const chosenOption = options.find(({ value }) => value === chosen)
  const about = [
    ...filterWords(report, query),
    ...(facet && chosenOption ? [`${facet.label}: ${chosenOption.label}`] : []),
  ]
  const choice = facet && { facet, rows, options, value: chosen, onChange: choose }
  return (
    <>
      <PrintHead title={report.title} about={about} sought={asTable ? sought : ''} />
      <Group gap={4} className="report-tools no-print">
        {choice && !choice.facet.chips && <FacetSelect {...choice} />}
        {asTable && <FindRows label="Find by name or number" value={sought} onChange={seek} />}
        {extras.Graph && <ViewSwitch view={view} onChange={setView} />}
        {actions}
        <PrintButton {...(words.print !== undefined && { label: words.print })} />
        <RowHeightSwitch />
      </Group>
      <div className="report-strip">
        <div>
          <Group gap="xs">
            <Title order={2}>{heading}</Title>
            <Status report={report} rows={rows} found={asTable ? found : rows} />
          </Group>
          {choice?.facet.chips && <FacetChips {...choice} />}
        </div>
        <Figures report={report} found={found} />
      </div>
      {asTable || !extras.Graph ? (
        <FoundRows {...props} heading={heading} />
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

/** The sums that matter most, of the rows in sight. */
function Figures({ report, found }: Omit<StatusProps, 'rows'>) {
  const figures = useMemo(() => report.figures?.(totalsOfRows(report.list, found)) ?? [], [report, found])
  if (figures.length === 0) return null
  return (
    <dl className="report-sums figures no-print">
      {figures.map(({ label, amount }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{formatRupees(amount)}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Rows of 28 px, or of 36 px. */
function RowHeightSwitch() {
  const isRoomy = usePreferences(({ rows }) => rows === 'roomy')
  const label = isRoomy ? 'Lower rows' : 'Higher rows'
  return (
    <ActionIcon
      variant="subtle"
      size={32}
      title={label}
      aria-label={label}
      onClick={() => setPreferences({ rows: isRoomy ? 'dense' : 'roomy' })}
    >
      <IconLineHeight size={16} aria-hidden />
    </ActionIcon>
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

interface FoundRowsProps extends Props {
  readonly heading: string
}

function FoundRows({ report, query, finder, heading, sorting, onSort, place }: FoundRowsProps) {
  const { found } = finder
  const navigate = useNavigate()
  const isRoomy = usePreferences(({ rows }) => rows === 'roomy')
  const columns = useColumns(report, query)
  const totals = useMemo(() => totalsOfRows(report.list, found), [report, found])
  const kept = useMemo(() => found.filter((row) => report.keeps(row)), [report, found])
  const foot = useMemo(
    () => [drawnFoot(columns.reported, report.foot(totals, kept))],
    [report, columns, totals, kept],
  )
  const notes = useMemo(() => report.notes?.(totals, kept, query) ?? [], [report, totals, kept, query])
  if (found.length === 0) {
    return (
      <div className="report-wide">
        <Empty title={`None of these ${report.noun}s`} hint={report.find.hint} />
      </div>
    )
  }
  return (
    <>
      <div className="report-rows">
        <DataTable
          label={heading}
          columns={columns.drawn}
          rows={found}
          rowKey={(row) => report.keyOf(row)}
          foot={foot}
          sorting={sorting}
          onSort={onSort}
          {...(place && { place })}
          tooLongHint="Narrow the report, or take all of it as Excel."
          fills
          rowHeight={isRoomy ? 36 : 28}
          onOpen={(row) => {
            const { rollNo } = row
            if (typeof rollNo === 'number') void navigate(studentPath(rollNo))
          }}
        />
      </div>
      <div className="report-after">
        {notes
          .filter(({ only }) => only === undefined)
          .map((note) => (
            <NoteLine key={note.text} note={note} columns={columns.reported} />
          ))}
      </div>
      {report.breakdowns && <Breakdowns breakdowns={report.breakdowns} rows={found} />}
    </>
  )
}

/** The report's columns for the user's role and the window's width. */
function useColumns(report: Report, query: Query) {
  const { role, today } = useStaff()
  const reported = useMemo(
    () => columnsFor(role, report.columns(query)).filter(({ only }) => only !== 'file'),
    [role, report, query],
  )
  const pinnedFrom = Math.max(0, ...reported.map(({ pinned }) => (typeof pinned === 'number' ? pinned : 0)))
  const roomy = useMediaQuery(`(min-width: ${pinnedFrom}px)`, false, { getInitialValueInEffect: false })
  return useMemo(
    () => ({
      reported,
      drawn: reported.map((column) => drawn(column, { windowWidth: roomy ? pinnedFrom : 0, today })),
    }),
    [reported, roomy, pinnedFrom, today],
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
  readonly options: ReturnType<Facet<Row>['options']>
  /** '' for all. */
  readonly value: string
  readonly onChange: (value: string) => void
}

const FacetSelect = ({ facet, options, value, onChange }: FacetProps) => (
  <NativeSelect
    className="no-print"
    aria-label={facet.label}
    value={value}
    data={[{ value: '', label: facet.all }, ...options]}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
)

/** The options with the number of rows that each has; one is chosen. */
function FacetChips({ facet, rows, options, value, onChange }: FacetProps) {
  const { today } = useStaff()
  const counts = useMemo(() => {
    const counted = new Map<string, number>([['', rows.length]])
    for (const row of rows) {
      const of = facet.valueOf(row, today)
      counted.set(of, (counted.get(of) ?? 0) + 1)
    }
    return counted
  }, [facet, rows, today])
  return (
    <div role="group" aria-label={facet.label} className="report-facets no-print">
      {[{ value: '', label: facet.all }, ...options].map((option) => (
        <button
          key={option.value}
          type="button"
          className="report-facet"
          data-mark={option.value === '' ? undefined : option.value}
          aria-pressed={value === option.value}
          onClick={() => onChange(option.value)}
        >
          {option.label} <span>{formatCount(counts.get(option.value) ?? 0)}</span>
        </button>
      ))}
    </div>
  )
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
