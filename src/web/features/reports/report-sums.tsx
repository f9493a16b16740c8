import { Group, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { useMemo } from 'react'
import { receivedByState } from '#contract/receipt-report.ts'
import { count, formatCount } from '#domain/count.ts'
import { formatRupees, sum } from '#domain/money.ts'
import { totalsOfRows } from '#reports/list.ts'
import type { Breakdown, Column, Note, Report } from '#reports/report.ts'
import { useCall } from '#web/api/queries.ts'
import { balanceText } from '#web/kit/balance-text.ts'
import { drawn, drawnFoot } from '#web/kit/drawn-columns.tsx'
import { DataTable } from '#web/ui/data-table.tsx'
import { NotLoaded } from '#web/ui/states.tsx'
import { usePhone } from '#web/ui/use-phone.ts'
import type { Query } from './report-address.ts'
import type { Row } from './use-report.ts'

interface FoundProps {
  readonly report: Report
  readonly found: readonly Row[]
}

/** The most important sums of the shown rows. */
export function Figures({ report, found }: FoundProps) {
  const isPhone = usePhone()
  const figures = useMemo(
    () => report.figures?.(totalsOfRows(report.list, found), found) ?? [],
    [report, found],
  )
  if (figures.length === 0) return null
  // On a phone the line of sums scrolls, also by keys.
  return (
    <Group
      component="dl"
      className="report-sums figures no-print"
      gap="0 16px"
      {...(isPhone && { tabIndex: 0 })}
    >
      {figures.map(({ label, amount, status }) => (
        <div key={label} data-status={status}>
          <dt>{label}</dt>
          <dd>{formatRupees(amount)}</dd>
        </div>
      ))}
    </Group>
  )
}

/** The number of all rows, or of the found rows, and their sums as text. */
export function Status({ report, rows, found }: FoundProps & { readonly rows: readonly Row[] }) {
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

interface NotesProps extends FoundProps {
  readonly query: Query
  readonly columns: readonly Column<Row>[]
}

/** The figures that are not in the totals row, in sentences; the last is about found rows that are not posted. */
export function Notes({ report, query, found, columns }: NotesProps) {
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
            {text}: {amountsOf(amounts, columns)}
          </Text>
        ))}
      {sumsNote !== '' && <p className="report-of-which figures">{sumsNote}</p>}
    </Group>
  )
}

const amountsOf = (amounts: Note['amounts'], columns: readonly Column<Row>[]) =>
  typeof amounts === 'number' ? (
    <b className="figures" style={{ whiteSpace: 'nowrap' }}>
      {balanceText(amounts)}
    </b>
  ) : (
    columns
      .flatMap(({ key, heading }) => {
        const amount = amounts[key]
        return amount === undefined ? [] : [`${heading} ${formatRupees(amount)}`]
      })
      .join(', ')
  )

/** The total of all students, because a list of current students lacks the receipts of students who have left. */
export function ReceivedByState({ query: { type: _, ...filters } }: { readonly query: Query }) {
  const { data, error, refetch } = useCall(receivedByState, { body: filters })
  if (error) return <NotLoaded what="The sum of all receipts" retry={() => void refetch()} />
  if (!data) return null
  const { atSchool, left } = data
  return (
    <Text size="sm" className="figures">
      Received in all <b>{formatRupees(sum(atSchool.total, left.total))}</b>: students at school now{' '}
      {formatRupees(atSchool.total)}, students left {formatRupees(left.total)}
    </Text>
  )
}

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

function BreakdownTable({
  breakdown,
  rows,
}: Omit<BreakdownsProps, 'breakdowns'> & { readonly breakdown: Breakdown<Row> }) {
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
