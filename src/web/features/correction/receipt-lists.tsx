import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useState } from 'react'
import type { ReceiptReply } from '#contract/receipt.ts'
import { formatDate } from '#domain/calendar.ts'
import { opposite } from '#domain/money.ts'
import { methodAndReference } from '#domain/payment-method.ts'
import type { ReceiptOfAccount } from '#web/kit/adjusting/receipt-dialogs.tsx'
import {
  isCorrectable,
  rupeesText,
  useStudentAccount,
  type StudentAccount,
} from '#web/kit/student-account.ts'
import { StudentLink } from '#web/kit/student-link.tsx'
import { rupeesColumn } from '#web/kit/table/cells.tsx'
import { RecordTable, type RecordColumn } from '#web/kit/table/record-table.tsx'
import { lazyDialog } from '#web/ui/load-once.ts'
import { Rupees } from '#web/ui/rupees.tsx'
import { Empty, Failed, Loading } from '#web/ui/states.tsx'
import type { Correctable } from './correction.ts'

interface VoucherReceiptsProps {
  readonly base: Correctable
  readonly onPrint: (receiptNo: number) => void
}

export function VoucherReceipts({ base: { voucher, receipts }, onPrint }: VoucherReceiptsProps) {
  const reversals = new Map(receipts.map(({ reverses, receiptNo }) => [reverses, receiptNo]))
  return (
    <Paper component="section" withBorder p="md" aria-labelledby="voucher-receipts">
      <Group justify="space-between" align="baseline" wrap="nowrap">
        <Title order={2} id="voucher-receipts">
          Received so far
        </Title>
        <Text fw={600} size="lg">
          <Rupees of={voucher.received} />
        </Text>
      </Group>
      <RecordTable
        label="Received so far"
        columns={columnsFor(reversals)}
        rows={receipts}
        rowKey={({ receiptNo }) => receiptNo}
        acts={({ receiptNo }) => [
          { label: `Print receipt ${receiptNo}`, icon: IconPrinter, onPress: () => onPrint(receiptNo) },
        ]}
        isDimmed={({ receiptNo, reverses }) => reverses !== null || reversals.has(receiptNo)}
      />
    </Paper>
  )
}

const columnsFor = (reversals: ReadonlyMap<number | null, number>): readonly RecordColumn<ReceiptReply>[] => [
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
          {stateOf(receipt, reversals.get(receipt.receiptNo))}
          {receipt.reason !== '' && `: ${receipt.reason}`}
        </small>
      </>
    ),
  },
  rupeesColumn('amount', 'Amount', ({ amount }) => amount, { card: 'figure' }),
]

function stateOf({ reverses }: ReceiptReply, reversedBy: number | undefined): string {
  if (reverses !== null) return `Cancels no. ${reverses}`
  return reversedBy === undefined ? 'Valid' : `Cancelled by no. ${reversedBy}`
}

const CorrectReceiptDialog = lazyDialog(
  () => import('#web/kit/adjusting/receipt-dialogs.tsx'),
  (module) => module.CorrectReceiptDialog,
)

/** The last three receipts that were not cancelled, newest first. */
function lastReceipts({ account, balance, studentData: { rollNo } }: StudentAccount) {
  const cancelled = new Set(account.filter(({ kind }) => kind === 'reversal').map(({ reverses }) => reverses))
  return account
    .flatMap(({ kind, receiptNo, date: receivedDate, ...line }) => {
      if (kind !== 'receipt' || receiptNo === null || cancelled.has(receiptNo)) return []
      const [method, amount] = [line.method ?? ('cash' as const), opposite(line.amount)]
      return [{ ...line, receiptNo, rollNo, amount, receivedDate, balance, method }]
    })
    .slice(-3)
    .toReversed()
}

interface LastReceiptsProps {
  readonly rollNo: number
  readonly open: (voucherNo: string) => void
}

/** The child's last receipts; one of an earlier voucher is corrected alone. */
export function LastReceipts({ rollNo, open }: LastReceiptsProps) {
  const account = useStudentAccount(rollNo)
  const [alone, setAlone] = useState<ReceiptOfAccount | null>(null)
  if (account.isPending) return <Loading label="Loading the receipts" />
  if (account.isError) return <Failed failure={account.error} retry={() => void account.refetch()} />
  const { studentData: student, vouchers } = account.data
  const receipts = lastReceipts(account.data)
  return (
    <Stack gap="xs" component="section" aria-label="Last receipts" maw={560}>
      <Group gap="xs">
        <StudentLink rollNo={rollNo}>{student.studentName}</StudentLink>
        <Text>
          class {student.studentClass} {student.section} · Roll No. {rollNo}
        </Text>
      </Group>
      {receipts.length === 0 && <Empty title="No payment yet" hint="There is no receipt to correct." />}
      {receipts.map((receipt, index) => (
        <Button
          key={receipt.receiptNo}
          variant="default"
          justify="space-between"
          autoFocus={index === 0}
          rightSection={rupeesText(receipt.amount)}
          onClick={() =>
            isCorrectable(receipt.voucherNo, vouchers) ? open(receipt.voucherNo) : setAlone(receipt)
          }
        >
          Receipt {receipt.receiptNo} · {formatDate(receipt.receivedDate)} · {methodAndReference(receipt)}
        </Button>
      ))}
      {alone && <CorrectReceiptDialog receipt={alone} close={() => setAlone(null)} />}
    </Stack>
  )
}
