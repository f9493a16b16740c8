import type { receiptsOfDay as endpoint } from '#contract/counter.ts'
import { inRupees } from '#domain/money.ts'
import type { CallContext } from '#server/http/call.ts'
import { listOwnReceiptsOfDay, sumReceiptsOfDay } from '#server/records/receipts.ts'
import { receiptOnWire } from '#server/services/receipt-on-wire.ts'

/** What was received on a day, by the campus and by the caller. */
export async function receiptsOfDay({ params, scope }: CallContext<typeof endpoint>) {
  const { campus, mine } = await sumReceiptsOfDay(scope, params.receivedDate)
  const list = await listOwnReceiptsOfDay(scope, params.receivedDate)
  return {
    msg: 'Receipts fetched',
    campusCount: campus.count,
    campusTotal: inRupees(campus.total),
    mineCount: mine.count,
    mineTotal: inRupees(mine.total),
    mine: list.toReversed().map(receiptOnWire),
  }
}
