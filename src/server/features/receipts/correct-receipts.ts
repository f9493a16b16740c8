import type { receivePayment as endpoint } from '#contract/receipts.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import { orThrow } from '#domain/outcome.ts'
import {
  balanceAsSeen,
  correctReceipts as decide,
  takenOverBy,
  type Correction,
  type Voucher,
} from '#domain/voucher.ts'
import { netBalance } from '#domain/voucher-amounts.ts'
import type { Call } from '#server/http/mount.ts'
import { settleChain, type HeldVoucher } from './take-payment.ts'
import { told, type Received } from './told.ts'

/** Reverses the receipts of a voucher by rows that name them and writes the one that is right (decisions 3.corrections.edit-receipt). */
export async function correctReceipts(
  call: Call<typeof endpoint>,
  voucher: HeldVoucher,
  receivedOn: CalendarDate,
): Promise<Received> {
  const { body, records } = call
  const { voucherNo, rollNo } = voucher
  const later = await records.vouchers.lockLater(voucher)
  const standing = await records.receipts.listStanding(voucherNo)
  const correction = orThrow(decide(voucher, takenOverBy(later), standing, body.receivedAmount))
  orThrow(balanceAsSeen(voucher, body.expectedBalance ?? null))

  const { lastNo, receiptNo } = await writeCorrection(call, voucher, correction, receivedOn)
  await settleChain(records, voucher, correction, later)
  await records.changes.add({
    what: 'receipt corrected',
    rollNo,
    voucherNo,
    // Also where nothing is left received: the slips tell the balance after each row from the one after the last.
    ...(lastNo !== null && { receiptNo: lastNo }),
    before: { received: voucher.received, balance: netBalance(voucher) },
    after: { received: correction.received, balance: correction.balance, reason: body.reason },
  })
  return told(correction, receiptNo)
}

/** Answers the number of the last row written and of the new receipt, null where there is none. */
async function writeCorrection(
  { body: { reason }, records, today }: Call<typeof endpoint>,
  { voucherNo, rollNo }: Voucher,
  { reversals, receipt }: Correction,
  receivedOn: CalendarDate,
): Promise<{ readonly lastNo: number | null; readonly receiptNo: number | null }> {
  let lastNo: number | null = null
  for (const { reverses, amount } of reversals) {
    lastNo = await records.receipts.write({ voucherNo, rollNo, amount, receivedOn: today, reverses, reason })
  }
  if (receipt === null) return { lastNo, receiptNo: null }
  const right = { voucherNo, rollNo, amount: receipt, receivedOn, reverses: null, reason }
  const receiptNo = await records.receipts.write(right)
  return { lastNo: receiptNo, receiptNo }
}
