import { refusals } from '#contract/refusals.ts'
import type { receiptSlipsOfDay as endpoint } from '#contract/slips.ts'
import type { CallContext } from '#server/http/call.ts'
import { sumRefundsOfDay } from '#server/records/adjustments.ts'
import { listSlipsForOtherDays, listSlipsOfDay } from '#server/records/receipt-slips.ts'

/** The slips of a day by number; an empty list where nothing was received. */
export async function receiptSlipsOfDay({ params, scope }: CallContext<typeof endpoint>) {
  const { receivedDate, whose } = params
  const receipts = await listSlipsOfDay(scope, receivedDate, whose)
  const enteredForOtherDays = await listSlipsForOtherDays(scope, receivedDate, whose)
  const isEmpty = receipts.length + enteredForOtherDays.length === 0
  const msg = isEmpty ? refusals['no-receipts'].msg : 'Receipts found'
  return { msg, receipts, enteredForOtherDays, refunds: await sumRefundsOfDay(scope, receivedDate, whose) }
}
