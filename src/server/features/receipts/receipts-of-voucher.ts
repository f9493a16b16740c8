import type { receiptsOfVoucher as endpoint } from '#contract/receipts.ts'
import { refusals } from '#contract/refusals.ts'
import { inRupees, type Money } from '#domain/money.ts'
import { orThrow, refuse } from '#domain/outcome.ts'
import type { Call } from '#server/http/mount.ts'

/** A receipt as it crosses the wire: in rupees, with the instant of its entry as text. */
export const receiptOnWire = <R extends { readonly amount: Money; readonly enteredAt: Date }>(
  receipt: R,
) => ({
  ...receipt,
  amount: inRupees(receipt.amount),
  enteredAt: receipt.enteredAt.toISOString(),
})

/** A voucher's receipts and the reversals of some; where nothing was received yet the list is empty. */
export async function receiptsOfVoucher({ params, records }: Call<typeof endpoint>) {
  const { voucherId } = params
  if ((await records.vouchers.findRollNo(voucherId)) === null) return orThrow(refuse('no-vouchers'))
  const receipts = await records.receipts.listOfVoucher(voucherId)
  return {
    msg: receipts.length === 0 ? refusals['no-receipts'].msg : 'Receipts found',
    receipts: receipts.map(receiptOnWire),
  }
}
