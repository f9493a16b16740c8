import { correctedAmount } from '#domain/approval.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import { correctedDay, datedReversals } from '#domain/closed-days.ts'
import { formatRupees, less, nothing, type Money } from '#domain/money.ts'
import { orThrow } from '#domain/outcome.ts'
import { paidBy, paidInCash, samePaidBy, type GivenPaidBy, type PaidBy } from '#domain/payment-method.ts'
import {
  correctReceipts as decideCorrection,
  requireExpectedBalance,
  takenOverBy,
  type Correction,
  type UnreversedReceipt,
} from '#domain/payment.ts'
import { netBalance } from '#domain/voucher-amounts.ts'
import type { Voucher } from '#domain/voucher.ts'
import { lockDrawerOfReceipt } from '#server/records/drawers.ts'
import { writeHistory } from '#server/records/history.ts'
import { insertReceipt, listUnreversedReceipts } from '#server/records/receipts.ts'
import type { Scope } from '#server/records/scope.ts'
import { lockLaterVouchers } from '#server/records/vouchers.ts'
import { requireApproval } from './approval.ts'
import { settleChain, type LockedVoucher } from './take-payment.ts'

/** What should have been received on a voucher; paisa. */
export interface CorrectionToMake {
  readonly amount: Money
  /** The balance that the clerk saw; another one is refused. */
  readonly expectedBalance: Money | null
  /** The day given for the new receipt; without one that of the last receipt so far. */
  readonly receivedOn: CalendarDate | undefined
  readonly reason: string
  /** How it was paid, where the clerk says so; otherwise as before. */
  readonly paidBy: GivenPaidBy
}

/**
 * Reverses the receipts of a locked voucher, each by a row that names it, and writes one receipt of the right amount,
 * or none where nothing was received (decisions 3.corrections.edit-receipt). Throws the refusal where the correction is
 * not allowed.
 */
export async function correctReceipts(
  scope: Scope,
  voucher: LockedVoucher,
  wanted: CorrectionToMake,
): Promise<{ readonly correction: Correction; readonly receiptNo: number | null }> {
  const { voucherNo, rollNo } = voucher
  const later = await lockLaterVouchers(scope, voucher)
  const unreversed = await listUnreversedReceipts(scope, voucherNo)
  const correction = orThrow(decideCorrection(voucher, takenOverBy(later), unreversed, wanted.amount))
  orThrow(requireExpectedBalance(netBalance(voucher), wanted.expectedBalance))

  const receipt = newReceipt(scope, unreversed.at(-1) ?? null, wanted)
  const difference = less(voucher.received, correction.received)
  await requireApproval(scope, {
    act: 'receivePayment',
    moneyOf: { voucherNo },
    rollNo,
    voucherNo,
    amount: correctedAmount(voucher.received, correction.received, isMoved(unreversed, receipt)),
    balanceChange: difference,
    words: `Received on voucher ${voucherNo}: ${formatRupees(voucher.received)} corrected to ${formatRupees(correction.received)}`,
    reason: wanted.reason,
  })
  const { lastNo, receiptNo } = await insertCorrection(scope, voucher, correction, receipt)
  await settleChain(scope, voucher, correction, later)
  await writeHistory(scope, {
    what: 'receipt corrected',
    rollNo,
    voucherNo,
    // Also where nothing remains received: the balance on the slips is counted back from the last row.
    ...(lastNo !== null && { receiptNo: lastNo }),
    before: { received: voucher.received, balance: netBalance(voucher) },
    after: { received: correction.received, balance: correction.balance, reason: wanted.reason },
  })
  return { correction, receiptNo }
}

/** What the new receipt of a correction is, beside its amount. */
interface NewReceipt extends PaidBy {
  readonly receivedOn: CalendarDate
  readonly reason: string
}

/** Whether the new receipt has another day or method than the last one, whose day all of them get. */
function isMoved(before: readonly UnreversedReceipt[], receipt: NewReceipt): boolean {
  const last = before.at(-1)
  return last !== undefined && (last.receivedDate !== receipt.receivedOn || !samePaidBy(last, receipt))
}

/** Day and method of the new receipt: as before unless the clerk says otherwise. Where nothing was received it is not written. */
function newReceipt(scope: Scope, before: UnreversedReceipt | null, wanted: CorrectionToMake): NewReceipt {
  const { today, dateRules } = scope
  const { reason } = wanted
  if (wanted.amount === nothing) return { ...paidInCash, receivedOn: today, reason }
  const day = wanted.receivedOn ?? before?.receivedDate ?? today
  const receivedOn = orThrow(correctedDay(day, before?.receivedDate ?? null, dateRules, scope))
  return { ...orThrow(paidBy(wanted.paidBy, receivedOn, before ?? paidInCash)), receivedOn, reason }
}

/** Returns the number of the last row written and that of the new receipt; null where there is none. */
async function insertCorrection(
  scope: Scope,
  { voucherNo, rollNo }: Voucher,
  { reversals, receipt }: Correction,
  { receivedOn, reason, method, reference, chequeDate }: NewReceipt,
): Promise<{ readonly lastNo: number | null; readonly receiptNo: number | null }> {
  let lastNo: number | null = null
  // All rows are in one drawer, so that what the earlier receipts brought into others stays there.
  const last = reversals.at(-1)
  const drawer = last ? await lockDrawerOfReceipt(scope, last.reverses) : null
  const { dateRules, today } = scope
  const newDay = receipt === null ? null : receivedOn
  for (const reversal of datedReversals(reversals, newDay, dateRules, today)) {
    lastNo = await insertReceipt(scope, { ...reversal, voucherNo, rollNo, reason, drawer })
  }
  if (receipt === null) return { lastNo, receiptNo: null }
  const how = { method, reference, chequeDate }
  const corrected = { voucherNo, rollNo, amount: receipt, receivedOn, reverses: null, reason, drawer, ...how }
  const receiptNo = await insertReceipt(scope, corrected)
  return { lastNo: receiptNo, receiptNo }
}
