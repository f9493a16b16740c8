import { refusals } from '#contract/refusals.ts'
import type { receiptSlipsOfDay as endpoint } from '#contract/slips.ts'
import type { CallContext } from '#server/http/call.ts'
import { listSlipsOfDay } from '#server/records/receipt-slips.ts'

/** The slips of a day by number; an empty list where nothing was received. */
export async function receiptSlipsOfDay({ params, scope }: CallContext<typeof endpoint>) {
  const receipts = await listSlipsOfDay(scope, params.receivedDate, params.whose)
  return { msg: receipts.length === 0 ? refusals['no-receipts'].msg : 'Receipts found', receipts }
}
