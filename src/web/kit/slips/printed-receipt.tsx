import type { ReceiptSlip } from '#contract/counter.ts'
import { formatPrintedDate } from '#domain/calendar.ts'
import { absolute, formatRupees, opposite } from '#domain/money.ts'
import { methodAndReference } from '#domain/payment-method.ts'
import { Slip, type Fact } from '#web/kit/papers/paper.tsx'

interface Props {
  readonly slip: ReceiptSlip
  /** True if the slip may have been printed before. */
  readonly isDuplicate: boolean
}

export function PrintedReceipt({ slip, isDuplicate }: Props) {
  const { kind, receiptNo, reverses, reversedBy, receivedByName, amount } = slip
  const isReversal = kind === 'reversal'
  return (
    <Slip
      label={`Receipt ${receiptNo}`}
      title={isReversal ? `Reversal of receipt no. ${reverses}` : 'Fee receipt'}
      number={`No. ${receiptNo}`}
      mark={isReversal || reversedBy === null ? '' : `Cancelled by no. ${reversedBy}`}
      isDuplicate={isDuplicate}
      facts={factsOf(slip)}
      amount={amount}
      balance={balanceWords(slip)}
      by={[isReversal ? 'Cancelled by' : 'Received by', receivedByName]}
      signature="Signature and stamp"
    />
  )
}

/** Returns the amount left to pay; after a moved correction, the voucher that took the difference. */
export function balanceWords({ moved, balanceAfter }: Pick<ReceiptSlip, 'moved' | 'balanceAfter'>): string {
  if (moved !== null) return movedWords(moved)
  if (balanceAfter > 0) return `Rs ${formatRupees(balanceAfter)} left to pay`
  return balanceAfter < 0 ? `Rs ${formatRupees(opposite(balanceAfter))} paid in advance` : 'Fully paid'
}

/** Names the voucher that took the difference: a balance that later vouchers carry is not the student's balance. */
function movedWords({ adjustmentNo, voucherNo, amount }: NonNullable<ReceiptSlip['moved']>): string {
  const direction = amount > 0 ? 'added to' : 'taken off'
  return `Difference of Rs ${formatRupees(absolute(amount))} ${direction} voucher ${voucherNo} by adjustment no. ${adjustmentNo}`
}

const factsOf = (slip: ReceiptSlip): readonly Fact[] => [
  [slip.kind === 'reversal' ? 'Date cancelled' : 'Date received', formatPrintedDate(slip.receivedDate)],
  ['Student', slip.studentName],
  ["Father's Name", slip.fatherName],
  ['Roll No.', String(slip.rollNo)],
  ['Class and section', `${slip.studentClass} ${slip.section}`],
  ['Voucher No.', slip.voucherNo],
  [
    'Fee Period',
    `${formatPrintedDate(slip.feePeriod.from)} to ${formatPrintedDate(slip.feePeriod.to)}`,
    'line',
  ],
  ...paidByOf(slip),
  ...reasonOf(slip),
]

/** Returns the method and its reference; empty for cash, the method of most slips. */
const paidByOf = (slip: ReceiptSlip): readonly Fact[] => {
  if (slip.method === 'cash') return []
  const dated = slip.chequeDate === null ? '' : `, dated ${formatPrintedDate(slip.chequeDate)}`
  return [['Paid by', `${methodAndReference(slip)}${dated}`, 'line']]
}

/** Returns the reason of a cancellation; a valid receipt has none. */
const reasonOf = ({ kind, reason }: ReceiptSlip): readonly Fact[] =>
  kind === 'reversal' && reason !== '' ? [['Reason', reason, 'line']] : []
