import { formatDate, type CalendarDate } from '#domain/calendar.ts'
import { formatCount } from '#domain/count.ts'
import { formatRupees } from '#domain/money.ts'
import { receivedBy, type ReceivedTotals } from '#domain/received.ts'
import { receiptHeadings } from '#domain/report-columns.ts'
import { DataTable, type Column } from '#web/ui/data-table.tsx'
import { SimpleGrid, Stack, Title } from '@mantine/core'
import { useMemo } from 'react'
import type { ReceiptRow } from './receipt-row.ts'
import './received-totals.css'
import type { Receiver } from './receivers.ts'

interface DayLine extends ReceivedTotals {
  readonly of: CalendarDate
}

interface ReceiverLine extends ReceivedTotals {
  /** The receiver's user id. */
  readonly of: string
}

const keyOf = ({ of }: ReceiverLine): string => of

const figures: readonly Column<ReceivedTotals>[] = [
  {
    key: 'receipts',
    heading: 'Receipts',
    width: 84,
    figures: true,
    cell: ({ receipts }) => formatCount(receipts),
    sortBy: ({ receipts }) => receipts,
  },
  {
    key: 'received',
    heading: 'Received',
    width: 100,
    figures: true,
    cell: ({ received }) => formatRupees(received),
    sortBy: ({ received }) => received,
  },
  {
    key: 'reversed',
    heading: 'Taken back',
    width: 100,
    figures: true,
    cell: ({ reversed }) => formatRupees(reversed),
    sortBy: ({ reversed }) => reversed,
  },
  {
    key: 'net',
    heading: 'Net',
    width: 100,
    figures: true,
    cell: ({ net }) => formatRupees(net),
    sortBy: ({ net }) => net,
  },
]

const ofDay: readonly Column<DayLine>[] = [
  {
    key: 'of',
    heading: receiptHeadings.receivedDate,
    width: 120,
    cell: ({ of }) => formatDate(of),
    sortBy: ({ of }) => of,
  },
  ...figures,
]

interface Props {
  readonly rows: readonly ReceiptRow[]
  readonly receivers: readonly Receiver[]
}

/** What came in on each day, newest first, and through each receiver's hands. */
export function ReceivedTotalsTables({ rows, receivers }: Props) {
  const days = useMemo(() => receivedBy(rows, ({ receivedDate }) => receivedDate).toReversed(), [rows])
  const hands = useMemo(() => receivedBy(rows, (row) => row.receivedBy), [rows])
  const ofReceiver = useMemo((): readonly Column<ReceiverLine>[] => {
    const names = new Map(receivers.map(({ userId, label }) => [userId, label]))
    const nameOf = ({ of }: ReceiverLine): string => names.get(of) ?? of
    const name = { key: 'of', heading: receiptHeadings.receivedBy, width: 160, wraps: true }
    return [{ ...name, cell: nameOf, sortBy: nameOf }, ...figures]
  }, [receivers])
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md" maw={1280} className="received-totals">
      <Totals title="By day" columns={ofDay} lines={days} />
      <Totals title="By receiver" columns={ofReceiver} lines={hands} />
    </SimpleGrid>
  )
}

interface TotalsProps<Line extends ReceiverLine> {
  readonly title: string
  readonly columns: readonly Column<Line>[]
  readonly lines: readonly Line[]
}

const Totals = <Line extends ReceiverLine>({ title, columns, lines }: TotalsProps<Line>) => (
  <Stack gap={4} miw={0}>
    <Title order={3}>{title}</Title>
    <DataTable label={title} columns={columns} rows={lines} rowKey={keyOf} />
  </Stack>
)
