import type { CalendarDate } from '#domain/calendar.ts'
import type { Money } from '#domain/money.ts'
import { orThrow } from '#domain/outcome.ts'
import { paidBy, paidInCash, type GivenPaidBy, type PaidBy } from '#domain/payment-method.ts'
import type { Voucher } from '#domain/voucher.ts'
import {
  requireExpectedBalance,
  correctReceipts as decideCorrection,
  takenOverBy,
  type Correction,
} from '#domain/payment.ts'
import { netBalance } from '#domain/voucher-amounts.ts'
import { writeHistory } from '#server/records/history.ts'
import { insertReceipt, listUnreversedReceipts } from '#server/records/receipts.ts'
import type { Scope } from '#server/records/scope.ts'
import { lockLaterVouchers } from '#server/records/vouchers.ts'
import { settleChain, type LockedVoucher } from './take-payment.ts'

/** What should have been received on a voucher; paisa. */
export interface CorrectionToMake {
  readonly amount: Money
  /** The balance that the clerk saw; another one is refused. */
  readonly expectedBalance: Money | null
  readonly receivedOn: CalendarDate
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
  orThrow(requireExpectedBalance(voucher, wanted.expectedBalance))

  const before = unreversed.at(-1)
  const how =
    correction.receipt === null ? paidInCash : orThrow(paidBy(wanted.paidBy, wanted.receivedOn, before))
  const { lastNo, receiptNo } = await insertCorrection(scope, voucher, correction, { ...wanted, ...how })
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

/** Returns the number of the last row written and that of the new receipt; null where there is none. */
async function insertCorrection(
  scope: Scope,
  { voucherNo, rollNo }: Voucher,
  { reversals, receipt }: Correction,
  {
    receivedOn,
    reason,
    method,
    reference,
    chequeDate,
  }: Pick<CorrectionToMake, 'receivedOn' | 'reason'> & PaidBy,
): Promise<{ readonly lastNo: number | null; readonly receiptNo: number | null }> {
  let lastNo: number | null = null
  for (const reversal of reversals) {
    lastNo = await insertReceipt(scope, { ...reversal, voucherNo, rollNo, receivedOn: scope.today, reason })
  }
  if (receipt === null) return { lastNo, receiptNo: null }
  const how = { method, reference, chequeDate }
  const corrected = { voucherNo, rollNo, amount: receipt, receivedOn, reverses: null, reason, ...how }
  const receiptNo = await insertReceipt(scope, corrected)
  return { lastNo: receiptNo, receiptNo }
}
