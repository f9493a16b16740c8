import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
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
import { lazyDialog } from '#web/ui/load-once.ts'
import { Empty, Failed, Loading } from '#web/ui/states.tsx'

const CorrectReceiptDialog = lazyDialog(
  () => import('#web/kit/adjusting/receipt-dialogs.tsx'),
  (file) => file.CorrectReceiptDialog,
)

type LastReceipt = ReceiptOfAccount & { readonly voucherNo: string }

/** The last three receipts that were not cancelled, newest first. */
function lastReceipts({ account, balance, studentData: { rollNo } }: StudentAccount): LastReceipt[] {
  const cancelled = new Set(account.filter(({ kind }) => kind === 'reversal').map(({ reverses }) => reverses))
  return account
    .flatMap(({ kind, receiptNo, date, amount, method, reference, chequeDate, voucherNo }) =>
      kind === 'receipt' && receiptNo !== null && !cancelled.has(receiptNo)
        ? [
            {
              receiptNo,
              rollNo,
              amount: opposite(amount),
              receivedDate: date,
              balance,
              method: method ?? 'cash',
              reference,
              chequeDate,
              voucherNo,
            },
          ]
        : [],
    )
    .slice(-3)
    .toReversed()
}

interface LastReceiptsProps {
  readonly rollNo: number
  /** Opens the correction of a voucher's receipts. */
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
  const correct = (receipt: LastReceipt) =>
    isCorrectable(receipt.voucherNo, vouchers) ? open(receipt.voucherNo) : setAlone(receipt)
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
          onClick={() => correct(receipt)}
        >
          Receipt {receipt.receiptNo} · {formatDate(receipt.receivedDate)} · {methodAndReference(receipt)}
        </Button>
      ))}
      {alone && <CorrectReceiptDialog receipt={alone} close={() => setAlone(null)} />}
    </Stack>
  )
}
