import type { Ledger, LedgerReceipt } from './ledger.ts'
import { compareText } from './school-year.ts'

/** A receipt with the number that the counter gave it. */
export interface NumberedReceipt extends Omit<LedgerReceipt, 'reverses'> {
  readonly receiptNo: number
  readonly rollNo: number
  /** The number of the receipt that this one reverses. */
  readonly reverses: number | null
}

/** Numbers a campus's receipts without a gap, in the order in which they were written. */
export function numberReceipts(ledgers: readonly Ledger[]): NumberedReceipt[] {
  const numbers = new Map<LedgerReceipt, number>()
  const written = ledgers.flatMap(({ student, receipts }) =>
    receipts.map((receipt) => ({
      receipt,
      rollNo: student.rollNo,
      reversed: receipt.reverses === null ? undefined : receipts[receipt.reverses],
    })),
  )
  const inOrder = written.toSorted((one, other) =>
    compareText(one.receipt.entered.at, other.receipt.entered.at),
  )
  for (const [index, { receipt }] of inOrder.entries()) numbers.set(receipt, index + 1)
  return inOrder.map(({ receipt, rollNo, reversed }, index) => ({
    ...receipt,
    receiptNo: index + 1,
    rollNo,
    reverses: reversed ? (numbers.get(reversed) ?? null) : null,
  }))
}
