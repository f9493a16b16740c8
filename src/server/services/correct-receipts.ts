import { adjust } from '#domain/adjustment.ts'
import { correctedAmount } from '#domain/approval.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import { correctedDay, datedReversals } from '#domain/closed-days.ts'
import { formatRupees, less, nothing, type Money } from '#domain/money.ts'
import { orThrow, refuse } from '#domain/outcome.ts'
import { paidBy, paidInCash, samePaidBy, type GivenPaidBy, type PaidBy } from '#domain/payment-method.ts'
import {
  correctReceipt,
  correctReceipts as decideCorrection,
  requireExpectedBalance,
  takenOverBy,
  type Correction,
  type UnreversedReceipt,
} from '#domain/payment.ts'
import { netBalance } from '#domain/voucher-amounts.ts'
import type { Voucher } from '#domain/voucher.ts'
import { lockDrawerOfReceipt } from '#server/records/drawers/drawers.ts'
import { writeHistory } from '#server/records/history.ts'
import { findReceipt, insertReceipt, listUnreversedReceipts } from '#server/records/receipts/receipts.ts'
import type { Scope } from '#server/records/scope.ts'
import { settleWithCarrier } from '#server/records/vouchers/voucher-chain.ts'
import { lockLaterVouchers, lockVoucher } from '#server/records/vouchers/vouchers.ts'
import { adjustBalance, lockLastVouchers, type AdjustmentToMake } from './adjust-balance.ts'
import { requireApproval } from './approval.ts'
import { settleChain, type LockedVoucher } from './take-payment.ts'

/** A receipt that was not reversed, with its voucher; the student is locked. */
interface LockedReceipt {
  readonly voucher: LockedVoucher
  readonly receipt: UnreversedReceipt
}

/** Locks a receipt with its voucher. Refuses if the receipt does not exist or was reversed. */
export async function lockReceipt(scope: Scope, receiptNo: number): Promise<LockedReceipt> {
  const existing = await findReceipt(scope, receiptNo)
  const voucher = existing?.kind === 'receipt' ? await lockVoucher(scope, existing.voucherNo) : null
  if (!voucher) return orThrow(refuse('no-receipts'))
  const unreversed = await listUnreversedReceipts(scope, voucher.voucherNo)
  const receipt = unreversed.find((row) => row.receiptNo === receiptNo)
  return receipt ? { voucher, receipt } : orThrow(refuse('receipt-reversed'))
}

interface ReversalToMake {
  readonly kind: 'receipt corrected' | 'cheque returned'
  /** The correct amount; 0 if nothing was received. */
  readonly amount: Money
  readonly paidBy: PaidBy
  /** The day of the reversal and of the new receipt. */
  readonly day: CalendarDate
  readonly reason: string
}

interface ReversalMade {
  /** The new receipt; null if nothing was received. */
  readonly receiptNo: number | null
  /** The adjustment that moved the difference to the last posted voucher; null if none was needed. */
  readonly adjustmentNo: number | null
  /** The student's balance after the reversal. */
  readonly balance: Money
}

/**
 * Reverses a receipt of any age and writes a correct one. If later vouchers include the balance of its voucher, the
 * voucher keeps its balance, and an adjustment moves the difference to the last posted voucher (decision record 38).
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
  const { lastNo, receiptNo } = await insertReversal(scope, voucher, correction, reversal)
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
  const moved = await adjustLast(scope, rollNo, difference, { kind, reason, from })
  // The carrier may have been paid long ago; no later voucher then includes it, so this voucher is settled with it.
  await settleWithCarrier(scope, voucherNo)
  return { receiptNo, ...moved }
}

/** Adjusts the last posted voucher by the difference; makes no adjustment if the difference is 0. */
async function adjustLast(scope: Scope, rollNo: number, difference: Money, adjustment: AdjustmentToMake) {
  const last = await lockLastVouchers(scope, rollNo)
  if (difference === 0) return { adjustmentNo: null, balance: netBalance(last.posted) }
  return adjustBalance(scope, last, adjust(last.posted, difference), adjustment)
}

async function insertReversal(
  scope: Scope,
  { voucherNo, rollNo }: LockedVoucher,
  { reversals, receipt }: Correction,
  { day, reason, paidBy: payment }: ReversalToMake,
): Promise<{ readonly lastNo: number; readonly receiptNo: number | null }> {
  let lastNo = 0
  const [first] = reversals
  const drawer = first ? await lockDrawerOfReceipt(scope, first.reverses) : null
  for (const reversal of reversals) {
    lastNo = await insertReceipt(scope, { ...reversal, voucherNo, rollNo, receivedOn: day, reason, drawer })
  }
  if (receipt === null) return { lastNo, receiptNo: null }
  const { method, reference, chequeDate } = payment
  const paidWith = { method, reference, chequeDate }
  const row = {
    voucherNo,
    rollNo,
    amount: receipt,
    receivedOn: day,
    reverses: null,
    reason,
    drawer,
    ...paidWith,
  }
  const receiptNo = await insertReceipt(scope, row)
  return { lastNo: receiptNo, receiptNo }
}

/** The corrected amount received on a voucher. */
export interface CorrectionToMake {
  readonly amount: Money
  /** The balance that the clerk saw; the correction is refused if it has changed. */
  readonly expectedBalance: Money | null
  /** Defaults to the day of the last receipt. */
  readonly receivedOn: CalendarDate | undefined
  readonly reason: string
  /** The method stays the same if it is not given. */
  readonly paidBy: GivenPaidBy
}

/**
 * Reverses the receipts of a locked voucher and writes one receipt of the correct amount, or none if nothing was
 * received (decisions 3.corrections.edit-receipt). Throws a refusal if the correction is not allowed.
 */
export async function correctReceipts(
  scope: Scope,
  voucher: LockedVoucher,
  input: CorrectionToMake,
): Promise<{ readonly correction: Correction; readonly receiptNo: number | null }> {
  const { voucherNo, rollNo } = voucher
  const later = await lockLaterVouchers(scope, voucher)
  const unreversed = await listUnreversedReceipts(scope, voucherNo)
  const correction = orThrow(decideCorrection(voucher, takenOverBy(later), unreversed, input.amount))
  orThrow(requireExpectedBalance(netBalance(voucher), input.expectedBalance))

  const receipt = newReceipt(scope, unreversed.at(-1) ?? null, input)
  const difference = less(voucher.received, correction.received)
  await requireApproval(scope, {
    act: 'receivePayment',
    moneyFrom: { voucherNo },
    rollNo,
    voucherNo,
    amount: correctedAmount(voucher.received, correction.received, changesDayOrMethod(unreversed, receipt)),
    balanceChange: difference,
    words: `Received on voucher ${voucherNo}: ${formatRupees(voucher.received)} corrected to ${formatRupees(correction.received)}`,
    reason: input.reason,
  })
  const { lastNo, receiptNo } = await insertCorrection(scope, voucher, correction, receipt)
  await settleChain(scope, voucher, correction, later)
  await writeHistory(scope, {
    what: 'receipt corrected',
    rollNo,
    voucherNo,
    // Set even if the amount is 0, because slips compute the balance backwards from the last row.
    ...(lastNo !== null && { receiptNo: lastNo }),
    before: { received: voucher.received, balance: netBalance(voucher) },
    after: { received: correction.received, balance: correction.balance, reason: input.reason },
  })
  return { correction, receiptNo }
}

interface NewReceipt extends PaidBy {
  readonly receivedOn: CalendarDate
  readonly reason: string
}

/** True if the new receipt has another day or method than the last receipt, whose day and method are the defaults. */
function changesDayOrMethod(before: readonly UnreversedReceipt[], receipt: NewReceipt): boolean {
  const last = before.at(-1)
  return last !== undefined && (last.receivedDate !== receipt.receivedOn || !samePaidBy(last, receipt))
}

/** Returns the new receipt, by default with the previous day and method; not written if nothing was received. */
function newReceipt(scope: Scope, before: UnreversedReceipt | null, input: CorrectionToMake): NewReceipt {
  const { today, dateRules } = scope
  const { reason } = input
  if (input.amount === nothing) return { ...paidInCash, receivedOn: today, reason }
  const day = input.receivedOn ?? before?.receivedDate ?? today
  const receivedOn = orThrow(correctedDay(day, before?.receivedDate ?? null, dateRules, scope))
  return { ...orThrow(paidBy(input.paidBy, receivedOn, before ?? paidInCash)), receivedOn, reason }
}

/** Writes the rows of a correction. Returns the numbers of the last row and the new receipt, null if there is none. */
async function insertCorrection(
  scope: Scope,
  { voucherNo, rollNo }: Voucher,
  { reversals, receipt }: Correction,
  { receivedOn, reason, method, reference, chequeDate }: NewReceipt,
): Promise<{ readonly lastNo: number | null; readonly receiptNo: number | null }> {
  let lastNo: number | null = null
  // All rows belong to one drawer, so that other drawers keep the money of the earlier receipts.
  const last = reversals.at(-1)
  const drawer = last ? await lockDrawerOfReceipt(scope, last.reverses) : null
  const { dateRules, today } = scope
  const newDay = receipt === null ? null : receivedOn
  for (const reversal of datedReversals(reversals, newDay, dateRules, today)) {
    lastNo = await insertReceipt(scope, { ...reversal, voucherNo, rollNo, reason, drawer })
  }
  if (receipt === null) return { lastNo, receiptNo: null }
  const paidWith = { method, reference, chequeDate }
  const row = { voucherNo, rollNo, amount: receipt, receivedOn, reverses: null, reason, drawer, ...paidWith }
  const receiptNo = await insertReceipt(scope, row)
  return { lastNo: receiptNo, receiptNo }
}
