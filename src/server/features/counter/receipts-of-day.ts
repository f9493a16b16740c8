import type { receiptsOfDay as endpoint } from '#contract/counter.ts'
import type { CallContext } from '#server/http/call.ts'
import { listOwnReceiptsOfDay, sumReceiptsOfDay } from '#server/records/receipts.ts'

/** What was received on a day, by the campus and by the caller. */
export async function receiptsOfDay({ params, scope }: CallContext<typeof endpoint>) {
  const { campus, mine } = await sumReceiptsOfDay(scope, params.receivedDate)
  const list = await listOwnReceiptsOfDay(scope, params.receivedDate)
  return {
    msg: 'Receipts fetched',
    campusCount: campus.count,
    campusTotal: campus.total,
    mineCount: mine.count,
    mineTotal: mine.total,
    mine: list.toReversed(),
  }
}
