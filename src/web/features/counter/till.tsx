import { ActionIcon, Group, Text, Title } from '@mantine/core'
import { IconPencil, IconPrinter } from '@tabler/icons-react'
import { Link } from 'react-router'
import { receiptsOfDay } from '#contract/counter.ts'
import type { ReceiptWithClass } from '#contract/receipt.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import { count } from '#domain/count.ts'
import { methodAndReference } from '#domain/payment-method.ts'
import { methodSums } from '#domain/received.ts'
import type { Reply } from '#web/api/call.ts'
import { useCall } from '#web/api/queries.ts'
import { correctReceiptAddress } from '#web/kit/list-addresses.ts'
import type { SlipPrint } from '#web/kit/slips/use-slip-print.ts'
import { StudentLink } from '#web/kit/student-link.tsx'
import { Rupees } from '#web/ui/rupees.tsx'
import { useScreenKeys } from '#web/ui/screen-keys.ts'
import { Empty, Failed, Loading } from '#web/ui/states.tsx'
import { DayPrint } from './day-print.tsx'
import { printKey } from './payment.ts'

interface Props {
  readonly today: CalendarDate
  readonly print: SlipPrint
}

/** This clerk's receipts of today with their sum, newest first, to look up or print the last one. */
export function Till({ today, print }: Props) {
  const day = useCall(receiptsOfDay, { params: { receivedDate: today } })
  const mine = day.data?.mine
  async function printLast() {
    // The list may be older than the last payment.
    const { data, isSuccess } = await day.refetch({ cancelRefetch: false })
    const last = isSuccess && data.mine.find(({ kind }) => kind === 'receipt')
    if (last) void print.receipt(last.receiptNo, 'duplicate')
  }
  useScreenKeys([{ ...printKey, run: () => void printLast() }])
  return (
    <section className="till" aria-labelledby="receipts-today">
      {day.data ? <Sums sums={day.data} /> : <TillTitle />}
      {day.isPending && <Loading label="Loading today's receipts" />}
      {day.isError && <Failed failure={day.error} retry={() => void day.refetch()} />}
      <div className="till-list">
        {mine?.length === 0 && <Empty title="Nothing received yet today" />}
        {mine && mine.length > 0 && <ReceiptTable receipts={mine} print={print} />}
      </div>
      <DayPrint today={today} print={print} />
    </section>
  )
}

const TillTitle = () => (
  <Title order={2} id="receipts-today">
    My receipts today
  </Title>
)

function Sums({ sums }: { readonly sums: Reply<typeof receiptsOfDay> }) {
  const { mineTotal, mineCount, campusCount, campusTotal, mine } = sums
  const byMethod = methodSums(mine)
  return (
    <>
      <Group justify="space-between" align="baseline" wrap="nowrap">
        <TillTitle />
        <Text fw={600} size="lg">
          <Rupees of={mineTotal} />
        </Text>
      </Group>
      <Text size="sm" c="dimmed">
        {count(mineCount, 'receipt')} · campus {campusCount}, Rs <Rupees of={campusTotal} />
        {byMethod !== '' && (
          <>
            <br />
            {byMethod}
          </>
        )}
      </Text>
    </>
  )
}

interface TableProps {
  readonly receipts: readonly ReceiptWithClass[]
  readonly print: SlipPrint
}

const ReceiptTable = ({ receipts, print }: TableProps) => (
  <div className="till-receipts">
    <table aria-labelledby="receipts-today">
      <tbody>
        {receipts.map((receipt, index) => (
          <ReceiptRow
            key={receipt.receiptNo}
            receipt={receipt}
            isLast={index === 0}
            onPrint={() => void print.receipt(receipt.receiptNo, 'duplicate')}
          />
        ))}
      </tbody>
    </table>
  </div>
)

interface RowProps {
  readonly receipt: ReceiptWithClass
  readonly isLast: boolean
  readonly onPrint: () => void
}

const icon = { variant: 'subtle', color: 'gray', c: 'dimmed', size: 26 } as const

const ReceiptRow = ({ receipt, isLast, onPrint }: RowProps) => (
  <tr data-last={isLast || undefined}>
    <th scope="row">{receipt.receiptNo}</th>
    <td>
      <StudentLink rollNo={receipt.rollNo}>{receipt.studentName}</StudentLink>
      <small>{aboutReceipt(receipt)}</small>
    </td>
    <td className="figures">
      <Rupees of={receipt.amount} />
    </td>
    <td>
      <ActionIcon
        {...icon}
        aria-label={`Print receipt ${receipt.receiptNo}`}
        title={`Print receipt ${receipt.receiptNo}`}
        onClick={onPrint}
      >
        <IconPrinter size={16} stroke={1.5} aria-hidden />
      </ActionIcon>
      {receipt.kind === 'receipt' && (
        <ActionIcon
          {...icon}
          component={Link}
          to={correctReceiptAddress(receipt.voucherNo)}
          aria-label={`Correct receipt ${receipt.receiptNo}`}
          title={`Correct receipt ${receipt.receiptNo}`}
        >
          <IconPencil size={16} stroke={1.5} aria-hidden />
        </ActionIcon>
      )}
    </td>
  </tr>
)

/** `Nursery Pink · cancels no. 762`; the method only if it was not cash. */
const aboutReceipt = (receipt: ReceiptWithClass): string =>
  [
    `${receipt.studentClass} ${receipt.section}`,
    ...(receipt.kind === 'reversal' ? [`cancels no. ${receipt.reverses}`] : []),
    ...(receipt.method === 'cash' ? [] : [methodAndReference(receipt)]),
  ].join(' · ')
