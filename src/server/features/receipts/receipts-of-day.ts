import type { receiptsOfDay as endpoint } from '#contract/receipts.ts'
import { inRupees } from '#domain/money.ts'
import type { Call } from '#server/http/mount.ts'
import { receiptOnWire } from './receipts-of-voucher.ts'

/** What came in on a day, and what of it the one who asks took in. */
export async function receiptsOfDay({ params, records }: Call<typeof endpoint>) {
  const { campus, mine } = await records.receipts.sumsOfDay(params.receivedDate)
  const list = await records.receipts.listMineOfDay(params.receivedDate)
  return {
    msg: 'Receipts fetched',
    campusCount: campus.count,
    campusTotal: inRupees(campus.total),
    mineCount: mine.count,
    mineTotal: inRupees(mine.total),
    mine: list.toReversed().map(receiptOnWire),
  }
}
