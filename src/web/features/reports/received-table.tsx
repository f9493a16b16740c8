import { formatCount } from '#domain/count.ts'
import { formatRupees, opposite } from '#domain/money.ts'
import { receivedTotals, type ReceivedTotals } from '#domain/received.ts'
import { receiptHeadings, receiptReportTitle } from '#domain/report-columns.ts'
import { PrintButton } from '#web/parts/print-button.tsx'
import { PrintHead } from '#web/parts/print-head.tsx'
import { DataTable } from '#web/ui/data-table.tsx'
import { FindRows, useFoundRows } from '#web/ui/find-rows.tsx'
import { Empty } from '#web/ui/states.tsx'
import { Group, NativeSelect, Stack, Text, Title } from '@mantine/core'
import { useMemo, useState, type ReactNode } from 'react'
import { receiptColumns, receiptFoot, receiptsCounted } from './receipt-columns.ts'
import type { ReceiptRow } from './receipt-row.ts'
import { ReceivedTotalsTables } from './received-totals.tsx'
import { receiversIn, type Receiver } from './receivers.ts'

const textOf = ({ receiptNo, rollNo, studentName, voucherNo }: ReceiptRow): string =>
  `${receiptNo} ${rollNo} ${studentName} ${voucherNo}`
const keyOf = ({ receiptNo }: ReceiptRow): string => String(receiptNo)

interface Props {
  readonly heading: string
  /** What was asked for, which the paper says above the table. */
  readonly about: readonly string[]
  readonly rows: readonly ReceiptRow[]
  /** What can be done with the whole report, beside printing it. */
  readonly actions?: ReactNode
}

/** What came in, receipt by receipt, with its totals by day and by receiver. */
export function ReceivedTable({ heading, about, rows, actions }: Props) {
  const [sought, seek] = useState('')
  const [receiver, chooseReceiver] = useState('')
  const receivers = useMemo(() => receiversIn(rows), [rows])
  const chosen = receivers.find(({ userId }) => userId === receiver)
  const ofReceiver = useMemo(
    () => (receiver === '' ? rows : rows.filter(({ receivedBy }) => receivedBy === receiver)),
    [rows, receiver],
  )
  const found = useFoundRows(ofReceiver, textOf, sought)
  const totals = useMemo(() => receivedTotals(found), [found])
  const foot = useMemo(() => [receiptFoot(totals)], [totals])
  return (
    <Stack gap="xs" mt="lg">
      <PrintHead
        title={receiptReportTitle}
        about={chosen ? [...about, `received by ${chosen.label}`] : about}
        sought={sought}
      />
      <Group justify="space-between" gap="xs">
        <Title order={2}>{heading}</Title>
        <Group gap="xs">
          <ReceiverSelect value={receiver} receivers={receivers} onChange={chooseReceiver} />
          <FindRows label="Find by name or number" value={sought} onChange={seek} />
          {actions}
          <PrintButton />
        </Group>
      </Group>
      <Text role="status" size="xs" c="dimmed">
        {found.length === rows.length
          ? `${receiptsCounted(totals)} listed`
          : `${receiptsCounted(totals)} of ${formatCount(rows.length)} found; the totals are theirs`}
        {sumsText(totals)}
      </Text>
      {found.length === 0 ? (
        <Empty title="None of these receipts" hint="No number, name or roll number holds what you typed." />
      ) : (
        <>
          <DataTable
            label={heading}
            columns={receiptColumns}
            rows={found}
            rowKey={keyOf}
            foot={foot}
            tooLongHint="Narrow the report, or take all of it as Excel."
          />
          <ReceivedTotalsTables rows={found} receivers={receivers} />
        </>
      )}
    </Stack>
  )
}

interface ReceiverProps {
  /** The user id; '' for all. */
  readonly value: string
  readonly receivers: readonly Receiver[]
  readonly onChange: (userId: string) => void
}

const ReceiverSelect = ({ value, receivers, onChange }: ReceiverProps) => (
  <NativeSelect
    className="no-print"
    aria-label={receiptHeadings.receivedBy}
    value={value}
    data={[
      { value: '', label: 'All receivers' },
      ...receivers.map(({ userId, label }) => ({ value: userId, label })),
    ]}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
)

/** What came in and how much of it was taken back; '' where nothing was. */
const sumsText = ({ reversals, received, reversed, net }: ReceivedTotals): string =>
  reversals === 0
    ? ''
    : `: ${formatRupees(received)} received, ${formatRupees(opposite(reversed))} taken back, ${formatRupees(net)} left`
