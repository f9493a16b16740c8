import { adjust } from '#domain/adjustment.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import { less, type Money } from '#domain/money.ts'
import { orThrow, refuse } from '#domain/outcome.ts'
import type { PaidBy } from '#domain/payment-method.ts'
import { correctReceipt, takenOverBy, type Correction, type UnreversedReceipt } from '#domain/payment.ts'
import { netBalance } from '#domain/voucher-amounts.ts'
import { lockDrawerOfReceipt } from '#server/records/drawers.ts'
import { writeHistory } from '#server/records/history.ts'
import { findReceipt, insertReceipt, listUnreversedReceipts } from '#server/records/receipts.ts'
import type { Scope } from '#server/records/scope.ts'
import { settleWithCarrier } from '#server/records/voucher-chain.ts'
import { lockLaterVouchers, lockVoucher } from '#server/records/vouchers.ts'
import { adjustBalance, lockLastVouchers, type AdjustmentToMake } from './adjust-balance.ts'
import { settleChain, type LockedVoucher } from './take-payment.ts'

/** A receipt that was not reversed, with its voucher; the student is locked. */
export interface LockedReceipt {
  readonly voucher: LockedVoucher
  readonly receipt: UnreversedReceipt
}

/** Locks a receipt by its number; refused where there is none, or where it was reversed. */
export async function lockReceipt(scope: Scope, receiptNo: number): Promise<LockedReceipt> {
  const found = await findReceipt(scope, receiptNo)
  const voucher = found?.kind === 'receipt' ? await lockVoucher(scope, found.voucherNo) : null
  if (!voucher) return orThrow(refuse('no-receipts'))
  const unreversed = await listUnreversedReceipts(scope, voucher.voucherNo)
  const receipt = unreversed.find((one) => one.receiptNo === receiptNo)
  return receipt ? { voucher, receipt } : orThrow(refuse('receipt-reversed'))
}

/** What was wrong with a receipt. */
export interface ReversalToMake {
  readonly kind: 'receipt corrected' | 'cheque returned'
  /** What should have been received by it; 0 for nothing. */
  readonly amount: Money
  /** How that was paid. */
  readonly paidBy: PaidBy
  /** The day of the reversal and of the new receipt. */
  readonly day: CalendarDate
  readonly reason: string
}

/** What a reversal did. */
export interface ReversalMade {
  /** The new receipt; null where nothing was received. */
  readonly receiptNo: number | null
  /** The adjustment that brought the difference to the last posted voucher; null where the receipt was on it. */
  readonly adjustmentNo: number | null
  /** Of the student, after it. */
  readonly balance: Money
}

/**
 * Reverses a receipt of any age and writes the right one. Where later vouchers have included its voucher, that voucher's
 * balance stays what was carried, and an adjustment brings the difference to the last posted one (decision record 38).
 */
export async function reverseReceipt(
  scope: Scope,
  { voucher, receipt }: LockedReceipt,
  reversal: ReversalToMake,
): Promise<ReversalMade> {
  const { voucherNo, rollNo } = voucher
  const { kind, amount, reason } = reversal
  const later = await lockLaterVouchers(scope, voucher)
  const isIncluded = voucher.replacedBy !== null || takenOverBy(later) !== null
  const correction = correctReceipt(voucher, receipt, amount)
  const { lastNo, receiptNo } = await insertRows(scope, voucher, correction, reversal)
  const before = netBalance(voucher)
  await writeHistory(scope, {
    what: kind,
    rollNo,
    voucherNo,
    receiptNo: lastNo,
    before: { received: voucher.received, balance: before },
    after: {
      received: correction.received,
      balance: isIncluded ? before : correction.balance,
      ...(receiptNo !== null && { receiptAmount: amount }),
      reason,
    },
  })
  const difference = less(receipt.amount, amount)
  if (!isIncluded) {
    await settleChain(scope, voucher, correction, later)
    return { receiptNo, adjustmentNo: null, balance: correction.balance }
  }
  const from = { voucherNo, receiptNo: receipt.receiptNo }
  const made = await bringToLast(scope, rollNo, difference, { kind, reason, from })
  // The voucher that it was carried to may be paid for long, with others after it that never included it.
  await settleWithCarrier(scope, voucherNo)
  return { receiptNo, ...made }
}

/** Brings a difference to the last posted voucher of a student; none is no adjustment. */
async function bringToLast(scope: Scope, rollNo: number, difference: Money, adjustment: AdjustmentToMake) {
  const last = await lockLastVouchers(scope, rollNo)
  if (difference === 0) return { adjustmentNo: null, balance: netBalance(last.posted) }
  return adjustBalance(scope, last, adjust(last.posted, difference), adjustment)
}

async function insertRows(
  scope: Scope,
  { voucherNo, rollNo }: LockedVoucher,
  { reversals, receipt }: Correction,
  { day, reason, paidBy }: ReversalToMake,
): Promise<{ readonly lastNo: number; readonly receiptNo: number | null }> {
  let lastNo = 0
  const [first] = reversals
  const drawer = first ? await lockDrawerOfReceipt(scope, first.reverses) : null
  for (const reversal of reversals) {
    lastNo = await insertReceipt(scope, { ...reversal, voucherNo, rollNo, receivedOn: day, reason, drawer })
  }
  if (receipt === null) return { lastNo, receiptNo: null }
  const { method, reference, chequeDate } = paidBy
  const how = { method, reference, chequeDate }
  const written = {
    voucherNo,
    rollNo,
    amount: receipt,
    receivedOn: day,
    reverses: null,
    reason,
    drawer,
    ...how,
  }
  const receiptNo = await insertReceipt(scope, written)
  return { lastNo: receiptNo, receiptNo }
}
