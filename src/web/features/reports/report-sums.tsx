import { Button, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { useMemo } from 'react'
import { count, formatCount, pluralOf } from '#domain/count.ts'
import { formatRupees } from '#domain/money.ts'
import { totalsOfRows } from '#reports/list.ts'
import type { Breakdown, Column, Note, Report } from '#reports/report.ts'
import { balanceText } from '#web/kit/balance-text.ts'
import { drawn, drawnFoot } from '#web/kit/drawn-columns.tsx'
import { DataTable } from '#web/ui/data-table.tsx'
import { usePhone } from '#web/ui/use-phone.ts'
import type { Query, Row } from './use-report.ts'

/** The most important sums of the shown rows. */
export function Figures({ report, found }: Omit<StatusProps, 'rows'>) {
  const isPhone = usePhone()
  const figures = useMemo(
    () => report.figures?.(totalsOfRows(report.list, found), found) ?? [],
    [report, found],
  )
  if (figures.length === 0) return null
  // On a phone the line of sums scrolls, also by keys.
  return (
    <dl className="report-sums figures no-print" {...(isPhone && { tabIndex: 0 })}>
      {figures.map(({ label, amount, status }) => (
        <div key={label} data-status={status}>
          <dt>{label}</dt>
          <dd>{formatRupees(amount)}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Shows the number and sum of the found rows that are not posted. Empty if all are posted. */
function SumsNote({ report, found }: Omit<StatusProps, 'rows'>) {
  const note = useMemo(() => report.sumsNote?.(found) ?? '', [report, found])
  return note === '' ? null : <p className="report-of-which figures">{note}</p>
}

interface StatusProps {
  readonly report: Report
  readonly rows: readonly Row[]
  readonly found: readonly Row[]
}

/** The number of all rows, or of the found rows, and their sums as text. */
export function Status({ report, rows, found }: StatusProps) {
  const countText = report.countText?.(found) ?? count(found.length, report.noun)
  const sums = report.sumUp?.(found) ?? ''
  return (
    <Text role="status" size="xs" c="dimmed">
      {found.length === rows.length
        ? `${countText} listed`
        : `${countText} of ${formatCount(rows.length)} found; the totals are for these`}
      {sums !== '' && `: ${sums}`}
    </Text>
  )
}

interface NotesProps extends Pick<StatusProps, 'report' | 'found'> {
  readonly query: Query
  readonly kept: readonly Row[]
  readonly columns: readonly Column<Row>[]
}

export function Notes({ report, query, found, kept, columns }: NotesProps) {
  const notes = useMemo(
    () => report.notes?.(totalsOfRows(report.list, found), kept, query) ?? [],
    [report, found, kept, query],
  )
  return (
    <div className="report-after">
      {notes
        .filter(({ only }) => only === undefined)
        .map((note) => (
          <NoteLine key={note.text} note={note} columns={columns} />
        ))}
      <SumsNote report={report} found={found} />
    </div>
  )
}

interface NoteProps {
  readonly note: Note
  readonly columns: readonly Column<Row>[]
}

/** Shows a figure that is not in the totals row, in a sentence. */
function NoteLine({ note: { text, amounts }, columns }: NoteProps) {
  if (typeof amounts === 'number') {
    return (
      <Text>
        {text}:{' '}
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
      {text}: {texts.join(', ')}
    </Text>
  )
}

interface OlderProps {
  readonly noun: string
  readonly load: () => void
  readonly loading: boolean
}

/** Shows that more rows follow on the next page, with the link to it. */
export const Older = ({ noun, load, loading }: OlderProps) => (
  <div className="report-after">
    <Text>Older {pluralOf(noun)} are not listed yet.</Text>
    <Button className="no-print" variant="default" size="compact-md" loading={loading} onClick={load}>
      Show older
    </Button>
  </div>
)

interface BreakdownsProps {
  readonly breakdowns: readonly Breakdown<Row>[]
  readonly rows: readonly Row[]
}

export const Breakdowns = ({ breakdowns, rows }: BreakdownsProps) => (
  <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md" maw={1280} className="breakdowns report-wide">
    {breakdowns.map((one) => (
      <BreakdownTable key={one.title} breakdown={one} rows={rows} />
    ))}
  </SimpleGrid>
)

interface OneProps {
  readonly breakdown: Breakdown<Row>
  readonly rows: readonly Row[]
}

function BreakdownTable({ breakdown, rows }: OneProps) {
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
