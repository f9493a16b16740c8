import type { receivePayment as endpoint } from '#contract/receipts.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import { orRefuse, refuse } from '#domain/outcome.ts'
import { correctReceipts as decide, type Voucher } from '#domain/voucher.ts'
import { netBalance } from '#domain/voucher-amounts.ts'
import type { Call } from '#server/http/mount.ts'
import { told, type Received } from './told.ts'

/** Reverses the receipts of a voucher by rows that name them and writes the one that is right (decisions §3). */
export async function correctReceipts(
  { body, records, today }: Call<typeof endpoint>,
  voucher: Voucher,
  receivedOn: CalendarDate,
): Promise<Received> {
  const { voucherNo, rollNo } = voucher
  const latest = (await records.vouchers.findLatest(rollNo)) ?? orRefuse(refuse('no-vouchers'))
  const standing = await records.receipts.listStanding(voucherNo)
  const correction = orRefuse(decide(voucher, latest.voucherNo, standing, body.receivedAmount))

  const { reason } = body
  for (const { reverses, amount } of correction.reversals) {
    const receiptNo = await records.counters.next('receipt')
    await records.receipts.insert({
      receiptNo,
      voucherNo,
      rollNo,
      amount,
      receivedOn: today,
      reverses,
      reason,
    })
  }
  let receiptNo: number | null = null
  if (correction.receipt !== null) {
    receiptNo = await records.counters.next('receipt')
    const amount = correction.receipt
    await records.receipts.insert({
      receiptNo,
      voucherNo,
      rollNo,
      amount,
      receivedOn,
      reverses: null,
      reason,
    })
  }
  await records.vouchers.settleCarried(voucherNo, correction.paid)
  await records.changes.add({
    what: 'receipt corrected',
    rollNo,
    voucherNo,
    ...(receiptNo !== null && { receiptNo }),
    before: { received: voucher.received, balance: netBalance(voucher) },
    after: { received: correction.received, balance: correction.balance, reason },
  })
  return told(correction, receiptNo)
}
