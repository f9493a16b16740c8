import { Group, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { pluralOf } from '#domain/count.ts'
import { formatRupees } from '#domain/money.ts'
import { totalsOfRows } from '#reports/list.ts'
import type { Breakdown, Column, Note, Report } from '#reports/report.ts'
import { useDraft } from '#web/api/drafts.ts'
import { balanceText } from '#web/kit/balance-text.ts'
import { drawn, drawnFoot } from '#web/kit/drawn-columns.tsx'
import { studentPath } from '#web/kit/student-link.tsx'
import { DataTable } from '#web/ui/data-table.tsx'
import { Empty, Loading } from '#web/ui/states.tsx'
import { useColumns, useLines } from './report-columns.tsx'
import { copiedText, Strip, useSelection } from './report-strip.tsx'
import { Tools } from './report-tools.tsx'
import type { Row } from './use-report.ts'
import type { ListedReport } from './use-shown-report.ts'

const StudentPeek = lazy(async () => ({ default: (await import('#web/kit/student-peek.tsx')).StudentPeek }))

interface Props {
  readonly shown: ListedReport
}

/** The rows of a report with totals, notes and breakdowns. */
export function ReportTable({ shown }: Props) {
  const { report, extras, finder } = shown
  const { query, rows, found } = finder
  const [view, setView] = useDraft(`${report.name}: view`, () => 'table')
  const Graph = view === 'table' ? undefined : extras.Graph
  const columns = useColumns(report, query)
  const selection = useSelection(report, found)
  return (
    <>
      <Tools shown={shown} isTable={!Graph} setView={setView} />
      <Strip shown={shown} columns={columns.reported} selection={selection} isTable={!Graph} />
      {Graph ? (
        <div className="report-wide">
          <Suspense fallback={<Loading label="Drawing the graph" />}>
            <Graph rows={rows} />
          </Suspense>
        </div>
      ) : (
        <FoundRows shown={shown} columns={columns} selection={selection} />
      )}
    </>
  )
}

interface FoundRowsProps extends Props {
  readonly columns: ReturnType<typeof useColumns>
  readonly selection: ReturnType<typeof useSelection>
}

function FoundRows({ shown, columns, selection }: FoundRowsProps) {
  const { report, extras, state, place, finder } = shown
  const found = selection.shown
  const peek = usePeek(report)
  const lines = useLines(shown, columns, found)
  if (found.length === 0) {
    return (
      <div className="report-wide">
        <Empty title={`No matching ${pluralOf(report.noun)}`} hint={report.find.hint} />
      </div>
    )
  }
  return (
    <>
      <div className="report-rows">
        {state.isCharted && extras.Chart && (
          <Suspense fallback={<Loading label="Drawing the chart" />}>
            <extras.Chart rows={found} />
          </Suspense>
        )}
        <DataTable
          label={report.heading(finder.query)}
          {...lines}
          rows={found}
          rowKey={(row) => report.keyOf(row)}
          sorting={shown.sortingNow()}
          onSort={shown.onSort}
          place={place}
          tooLongHint="Narrow the report, or download all of it as Excel."
          fillsContainer
          {...peek}
          selection={selection}
          onCopy={(rows) => copiedText(columns.reported, rows)}
        />
      </div>
      <Notes shown={shown} columns={columns} selection={selection} />
      {report.breakdowns && (
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md" maw={1280} className="breakdowns report-wide">
          {report.breakdowns.map((breakdown) => (
            <BreakdownTable key={breakdown.title} breakdown={breakdown} rows={found} />
          ))}
        </SimpleGrid>
      )}
    </>
  )
}

/** The band about a row's student: Enter or a click shows it, arrow keys move on, Enter again opens the page. */
function usePeek(report: Report) {
  const navigate = useNavigate()
  const [peeked, setPeeked] = useState<{ readonly key: string; readonly rollNo: number } | null>(null)
  const peek = (row: Row) => {
    const { rollNo } = row
    setPeeked(typeof rollNo === 'number' ? { key: report.keyOf(row), rollNo } : null)
  }
  return {
    band: peeked && {
      key: peeked.key,
      content: (
        <Suspense fallback={<Loading label="Loading…" />}>
          <StudentPeek rollNo={peeked.rollNo} close={() => setPeeked(null)} />
        </Suspense>
      ),
    },
    onOpen: (row: Row) => {
      if (peeked?.key === report.keyOf(row)) void navigate(studentPath(peeked.rollNo))
      else peek(row)
    },
    onCurrent: (row: Row) => {
      if (peeked !== null) peek(row)
    },
  }
}

/** The figures that are not in the totals row, in sentences; the last is about found rows that are not posted. */
function Notes({ shown: { report, finder }, columns, selection }: FoundRowsProps) {
  const { query } = finder
  const found = selection.shown
  const notes = useMemo(() => {
    const kept = found.filter((row) => report.keepsRow(row))
    return report.notes?.(totalsOfRows(report.list, found), kept, query) ?? []
  }, [report, found, query])
  const sumsNote = useMemo(() => report.sumsNote?.(found) ?? '', [report, found])
  return (
    <Group className="report-after" gap="0 24px">
      {notes
        .filter(({ only }) => only === undefined)
        .map(({ text, amounts }) => (
          <Text key={text}>
            {text}: {amountsOf(amounts, columns.reported)}
          </Text>
        ))}
      {sumsNote !== '' && (
        <Text className="figures" data-mark="to-do">
          {sumsNote}
        </Text>
      )}
    </Group>
  )
}

function amountsOf(amounts: Note['amounts'], columns: readonly Column<Row>[]) {
  if (typeof amounts === 'number')
    return (
      <b className="figures" style={{ whiteSpace: 'nowrap' }}>
        {balanceText(amounts)}
      </b>
    )
  const texts = columns.flatMap(({ key, heading }) => {
    const amount = amounts[key]
    return amount === undefined ? [] : [`${heading} ${formatRupees(amount)}`]
  })
  return texts.join(', ')
}

interface BreakdownProps {
  readonly breakdown: Breakdown<Row>
  readonly rows: readonly Row[]
}

function BreakdownTable({ breakdown, rows }: BreakdownProps) {
  const columns = useMemo(() => breakdown.columns.filter(({ only }) => only !== 'file'), [breakdown])
  const drawnColumns = useMemo(() => columns.map((column) => drawn(column)), [columns])
  const lines = useMemo(() => breakdown.lines(rows), [breakdown, rows])
  const foot = useMemo(() => [drawnFoot(columns, breakdown.foot(rows))], [breakdown, columns, rows])
  return (
    // A table of many columns takes the whole width.
    <Stack gap={4} miw={0} {...(columns.length > 6 && { style: { gridColumn: '1 / -1' } })}>
      <Title order={3}>{breakdown.title}</Title>
      <DataTable
        label={breakdown.title}
        columns={drawnColumns}
        rows={lines}
        rowKey={(line) => String(drawnColumns[0]?.sortBy(line))}
        foot={foot}
      />
    </Stack>
  )
}
