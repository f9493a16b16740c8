import { ActionIcon, Paper, Text, Title, VisuallyHidden } from '@mantine/core'
import { IconPencil, IconPrinter } from '@tabler/icons-react'
import { useRef } from 'react'
import { Link } from 'react-router'
import type { LastReceipt } from '#contract/overview.ts'
import { formatDate, formatTime, type CalendarDate } from '#domain/calendar.ts'
import { useStaff } from '#web/api/session.ts'
import { correctReceiptAddress } from '#web/kit/list-addresses.ts'
import { SlipPrintView, useSlipPrint } from '#web/kit/slips/use-slip-print.tsx'
import { StudentLink } from '#web/kit/student-link.tsx'
import { Rupees } from '#web/ui/rupees.tsx'
import type { ChartProps } from './charts-of-campus.tsx'

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
    <Paper component="section" className="chart-card" withBorder aria-labelledby="last-receipts">
      <header>
        <Title order={2} id="last-receipts">
          Last receipts
        </Title>
      </header>
      {lastReceipts.length === 0 ? (
        <Text c="dimmed">No receipts yet.</Text>
      ) : (
        <table className="last-receipts" aria-labelledby="last-receipts">
          <thead>
            <tr>
              {['No.', 'Student', 'Received', 'Amount', 'Print or correct'].map((head) => (
                <th key={head} scope="col">
                  <VisuallyHidden>{head}</VisuallyHidden>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lastReceipts.map((receipt) => (
              <ReceiptRow
                key={receipt.receiptNo}
                receipt={receipt}
                today={today}
                onPrint={(button) => {
                  pressed.current = button
                  void print.receipt(receipt.receiptNo, 'duplicate')
                }}
              />
            ))}
          </tbody>
        </table>
      )}
      {print.printed && <SlipPrintView printed={print.printed} onDone={printed} />}
    </Paper>
  )
}

interface RowProps {
  readonly receipt: LastReceipt
  readonly today: CalendarDate
  readonly onPrint: (button: HTMLButtonElement) => void
}

const iconProps = { variant: 'subtle', color: 'gray', c: 'dimmed', size: 26 } as const

const ReceiptRow = ({ receipt, today, onPrint }: RowProps) => (
  <tr>
    <td className="figures">{receipt.receiptNo}</td>
    <td>
      <StudentLink rollNo={receipt.rollNo}>{receipt.studentName}</StudentLink>{' '}
      <Text span c="dimmed" size="sm">
        {receipt.studentClass} {receipt.section}
      </Text>
    </td>
    <td>
      {receipt.receivedDate === today ? formatTime(receipt.enteredAt) : formatDate(receipt.receivedDate)}
    </td>
    <td>
      <Rupees of={receipt.amount} />
    </td>
    <td>
      <ActionIcon
        {...iconProps}
        aria-label={`Print receipt ${receipt.receiptNo}`}
        title={`Print receipt ${receipt.receiptNo}`}
        onClick={(event) => onPrint(event.currentTarget)}
      >
        <IconPrinter size={16} stroke={1.5} aria-hidden />
      </ActionIcon>
      <ActionIcon
        {...iconProps}
        component={Link}
        to={correctReceiptAddress(receipt.voucherNo)}
        aria-label={`Correct receipt ${receipt.receiptNo}`}
        title={`Correct receipt ${receipt.receiptNo}`}
      >
        <IconPencil size={16} stroke={1.5} aria-hidden />
      </ActionIcon>
    </td>
  </tr>
)
