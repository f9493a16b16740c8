import { Text } from '@mantine/core'
import { IconPencil, IconPrinter } from '@tabler/icons-react'
import { useRef } from 'react'
import { Link } from 'react-router'
import type { LastReceipt } from '#contract/overview.ts'
import { formatDate, formatTime, monthName, monthText, type CalendarDate } from '#domain/calendar.ts'
import { collectedShare, sumCollected, type Collected } from '#domain/collected.ts'
import { formatRupees, less, nothing, sum, type Money } from '#domain/money.ts'
import { useStaff } from '#web/api/session.ts'
import { correctReceiptAddress } from '#web/kit/list-addresses.ts'
import { SlipPrintView, useSlipPrint } from '#web/kit/slips/use-slip-print.tsx'
import { StudentLink } from '#web/kit/student-link.tsx'
import { column, rupeesColumn } from '#web/kit/table/cells.tsx'
import { ChartCard, StackedBar } from '#web/kit/table/charts.tsx'
import { RecordTable, type RecordColumn } from '#web/kit/table/record-table.tsx'
import type { ChartProps } from './charts-of-campus.tsx'

const receiptColumns = (today: CalendarDate): readonly RecordColumn<LastReceipt>[] => [
  // On a phone the number is in the names of the buttons.
  column('No.', { card: 'none' }, ({ receiptNo }) => receiptNo),
  column('Student', { wraps: true, card: 'title' }, ({ rollNo, studentName, studentClass, section }) => (
    <>
      <StudentLink rollNo={rollNo}>{studentName}</StudentLink>{' '}
      <Text span c="dimmed" size="sm">
        {studentClass} {section}
      </Text>
    </>
  )),
  column('Received', { card: 'plain' }, ({ receivedDate, enteredAt }) =>
    receivedDate === today ? formatTime(enteredAt) : formatDate(receivedDate),
  ),
  rupeesColumn('amount', 'Amount', ({ amount }) => amount, { card: 'figure' }),
]

/** The campus's last receipts, to print again or correct. */
export function LastReceipts({ figures: { lastReceipts } }: ChartProps) {
  const { today } = useStaff()
  const print = useSlipPrint()
  const pressed = useRef<HTMLButtonElement>(null)
  const printed = () => {
    print.close()
    pressed.current?.focus()
  }
  return (
    <ChartCard title="Last receipts">
      <RecordTable
        label="Last receipts"
        columns={receiptColumns(today)}
        rows={lastReceipts}
        rowKey={({ receiptNo }) => receiptNo}
        empty={<Text c="dimmed">No receipts yet.</Text>}
        acts={({ receiptNo, voucherNo }) => [
          {
            label: `Print receipt ${receiptNo}`,
            icon: IconPrinter,
            onPress: (button) => {
              pressed.current = button
              void print.receipt(receiptNo, 'duplicate')
            },
          },
          { label: `Correct receipt ${receiptNo}`, icon: IconPencil, to: correctReceiptAddress(voucherNo) },
        ]}
      />
      {print.printed && <SlipPrintView printed={print.printed} onDone={printed} />}
    </ChartCard>
  )
}

/** The cells of a class or of the whole campus by heading. */
const figureCells = ({ billed, received, overdue }: Collected & { readonly overdue: Money }) => ({
  Share: (
    <StackedBar
      parts={[
        { kind: 'received', value: received },
        { kind: 'charged', value: less(billed, received) },
      ]}
    />
  ),
  Collected: <b>{collectedShare({ billed, received })}</b>,
  Received: formatRupees(received),
  Billed: (
    <Text span inherit c="dimmed">
      {formatRupees(billed)}
    </Text>
  ),
  Overdue: (
    <Text span inherit c={overdue > 0 ? 'var(--portal-overdue)' : 'dimmed'}>
      {formatRupees(overdue)}
    </Text>
  ),
})

type ClassRow = ChartProps['figures']['byClass'][number]

const figureColumn = (
  heading: keyof ReturnType<typeof figureCells>,
  look: Pick<RecordColumn<ClassRow>, 'width' | 'card'> = {},
) => column<ClassRow>(heading, { figures: true, ...look }, (row) => figureCells(row)[heading])

/** The collected part of the month by class; the total row has the figures of the cards. */
export function MonthByClass({ figures: { byClass, month } }: ChartProps) {
  const title = `${monthName(month.month)} by class`
  const address = (studentClass: string) =>
    `/fee-record?class=${encodeURIComponent(studentClass)}&month=${monthText(month)}&kind=all`
  const overdue = sum(nothing, ...byClass.map((figures) => figures.overdue))
  return (
    <ChartCard title={title} summary="overdue is all months">
      <RecordTable
        label={title}
        columns={[
          column<ClassRow>('Class', { isRowHead: true, card: 'title' }, ({ studentClass }) => (
            <Link to={address(studentClass)}>{studentClass}</Link>
          )),
          figureColumn('Share', { width: 46, card: 'none' }),
          figureColumn('Collected', { card: 'figure' }),
          figureColumn('Received'),
          figureColumn('Billed'),
          figureColumn('Overdue'),
        ]}
        rows={byClass}
        rowKey={({ studentClass }) => studentClass}
        foot={{ Class: 'All', ...figureCells({ ...sumCollected(byClass), overdue }) }}
      />
    </ChartCard>
  )
}
