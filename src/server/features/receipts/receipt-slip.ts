import type { findReceipt as endpoint, receiptSlipsOfDay as ofDayEndpoint } from '#contract/receipt-slips.ts'
import { refusals } from '#contract/refusals.ts'
import { inRupees, type Money } from '#domain/money.ts'
import { orThrow, refuse } from '#domain/outcome.ts'
import type { Call } from '#server/http/mount.ts'
import { receiptOnWire } from './receipts-of-voucher.ts'

type Slip = Parameters<typeof receiptOnWire>[0] & { readonly balanceAfter: Money }

const onWire = <S extends Slip>(slip: S) => ({
  ...receiptOnWire(slip),
  balanceAfter: inRupees(slip.balanceAfter),
})

/** A receipt as its slip is printed, whoever of the campus wrote it. */
export async function findReceipt({ params, records }: Call<typeof endpoint>) {
  const slip = (await records.receiptSlips.find(params.receiptNo)) ?? orThrow(refuse('no-receipts'))
  return { msg: 'Receipt found', receipt: onWire(slip) }
}

/** A day's slips by number; a day without receipts is an answer, not a failure. */
export async function receiptSlipsOfDay({ params, records }: Call<typeof ofDayEndpoint>) {
  const slips = await records.receiptSlips.listOfDay(params.receivedDate, params.whose)
  return {
    msg: slips.length === 0 ? refusals['no-receipts'].msg : 'Receipts found',
    receipts: slips.map(onWire),
  }
}
