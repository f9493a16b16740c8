import { ActionIcon, Group, Paper, Text, Title, VisuallyHidden } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import type { ReceiptReply } from '#contract/receipt.ts'
import { formatDate } from '#domain/calendar.ts'
import type { Money } from '#domain/money.ts'
import { methodAndReference } from '#domain/payment-method.ts'
import { Rupees } from '#web/ui/rupees.tsx'
import { Table } from '#web/ui/table.tsx'

const figureCell = { whiteSpace: 'nowrap', verticalAlign: 'top' } as const

interface Props {
  readonly receipts: readonly ReceiptReply[]
  readonly received: Money
  readonly onPrint: (receiptNo: number) => void
}

/** The receipts and cancellations of a voucher, with their state. */
export function VoucherReceipts({ receipts, received, onPrint }: Props) {
  const reversalOf = new Map(receipts.map(({ reverses, receiptNo }) => [reverses, receiptNo]))
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
      <Table aria-labelledby="voucher-receipts" verticalSpacing={6} horizontalSpacing={6} mt="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th style={figureCell}>No.</Table.Th>
            <Table.Th>Received</Table.Th>
            <Table.Th ta="end" style={figureCell}>
              Amount
            </Table.Th>
            <Table.Th w={30}>
              <VisuallyHidden>Print</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {receipts.map((receipt) => (
            <ReceiptRow
              key={receipt.receiptNo}
              receipt={receipt}
              reversedBy={reversalOf.get(receipt.receiptNo) ?? null}
              onPrint={onPrint}
            />
          ))}
        </Table.Tbody>
      </Table>
    </Paper>
  )
}

interface RowProps {
  readonly receipt: ReceiptReply
  readonly reversedBy: number | null
  readonly onPrint: (receiptNo: number) => void
}

function ReceiptRow({ receipt, reversedBy, onPrint }: RowProps) {
  const { receiptNo, reverses, receivedDate, receivedByName, amount, reason } = receipt
  const isValid = reverses === null && reversedBy === null
  return (
    <Table.Tr {...(!isValid && { c: 'dimmed' })}>
      <Table.Td style={figureCell}>{receiptNo}</Table.Td>
      <Table.Td>
        {formatDate(receivedDate)} by <bdi>{receivedByName}</bdi>
        {receipt.method !== 'cash' && `, ${methodAndReference(receipt)}`}
        <Text size="xs" c="dimmed">
          {stateOf(reverses, reversedBy)}
          {reason !== '' && `: ${reason}`}
        </Text>
      </Table.Td>
      <Table.Td ta="end" style={figureCell}>
        <Rupees of={amount} />
      </Table.Td>
      <Table.Td style={figureCell}>
        <ActionIcon
          variant="subtle"
          color="gray"
          c="dimmed"
          size={26}
          aria-label={`Print receipt ${receiptNo}`}
          title={`Print receipt ${receiptNo}`}
          onClick={() => onPrint(receiptNo)}
        >
          <IconPrinter size={16} stroke={1.5} aria-hidden />
        </ActionIcon>
      </Table.Td>
    </Table.Tr>
  )
}

function stateOf(reverses: number | null, reversedBy: number | null): string {
  if (reverses !== null) return `Cancels no. ${reverses}`
  return reversedBy === null ? 'Valid' : `Cancelled by no. ${reversedBy}`
}
