import { Group, Paper, Text, Title } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import type { ReceiptReply } from '#contract/receipt.ts'
import { formatDate } from '#domain/calendar.ts'
import type { Money } from '#domain/money.ts'
import { methodAndReference } from '#domain/payment-method.ts'
import { RecordTable, type RecordColumn } from '#web/kit/table/record-table.tsx'
import { Rupees } from '#web/ui/rupees.tsx'

interface Props {
  readonly receipts: readonly ReceiptReply[]
  readonly received: Money
  readonly onPrint: (receiptNo: number) => void
}

/** The receipts and cancellations of a voucher, with their state. */
export function VoucherReceipts({ receipts, received, onPrint }: Props) {
  const reversalOf = new Map(receipts.map(({ reverses, receiptNo }) => [reverses, receiptNo]))
  const reversedBy = ({ receiptNo }: ReceiptReply) => reversalOf.get(receiptNo) ?? null
  return (
    <Paper component="section" withBorder p="md" aria-labelledby="voucher-receipts">
      <Group justify="space-between" align="baseline" wrap="nowrap">
        <Title order={2} id="voucher-receipts">
          Received so far
        </Title>
        <Text fw={600} size="lg">
          <Rupees of={received} />
        </Text>
      </Group>
      <RecordTable
        label="Received so far"
        columns={columnsFor((receipt) => stateOf(receipt.reverses, reversedBy(receipt)))}
        rows={receipts}
        rowKey={({ receiptNo }) => receiptNo}
        acts={({ receiptNo }) => [
          { label: `Print receipt ${receiptNo}`, icon: IconPrinter, onPress: () => onPrint(receiptNo) },
        ]}
        isDimmed={(receipt) => receipt.reverses !== null || reversedBy(receipt) !== null}
      />
    </Paper>
  )
}

const columnsFor = (stateWords: (receipt: ReceiptReply) => string): readonly RecordColumn<ReceiptReply>[] => [
  { key: 'no', heading: 'No.', card: 'plain', cell: ({ receiptNo }) => receiptNo },
  {
    key: 'received',
    heading: 'Received',
    wraps: true,
    card: 'title',
    cell: (receipt) => (
      <>
        {formatDate(receipt.receivedDate)} by <bdi>{receipt.receivedByName}</bdi>
        {receipt.method !== 'cash' && `, ${methodAndReference(receipt)}`}
        <small>
          {stateWords(receipt)}
          {receipt.reason !== '' && `: ${receipt.reason}`}
        </small>
      </>
    ),
  },
  {
    key: 'amount',
    heading: 'Amount',
    figures: true,
    card: 'figure',
    cell: ({ amount }) => <Rupees of={amount} />,
  },
]

function stateOf(reverses: number | null, reversedBy: number | null): string {
  if (reverses !== null) return `Cancels no. ${reverses}`
  return reversedBy === null ? 'Valid' : `Cancelled by no. ${reversedBy}`
}
