import type * as contract from '#contract/slips.ts'
import { orThrow, refuse } from '#domain/outcome.ts'
import { refusals } from '#domain/refusals.ts'
import type { CallContext } from '#server/http/call.ts'
import { sumRefundsOfDay } from '#server/records/receipts/adjustments.ts'
import { findSlip, listSlipsForOtherDays, listSlipsOfDay } from '#server/records/receipts/receipt-slips.ts'

export async function findReceipt({ params, scope }: CallContext<typeof contract.findReceipt>) {
  const receipt = (await findSlip(scope, params.receiptNo)) ?? orThrow(refuse('no-receipts'))
  return { msg: 'Receipt found', receipt }
}

/** Returns the slips of a day in the order of their numbers; an empty list if nothing was received. */
export async function receiptSlipsOfDay({ params, scope }: CallContext<typeof contract.receiptSlipsOfDay>) {
  const { receivedDate, whose } = params
  const receipts = await listSlipsOfDay(scope, receivedDate, whose)
  const enteredForOtherDays = await listSlipsForOtherDays(scope, receivedDate, whose)
  const isEmpty = receipts.length + enteredForOtherDays.length === 0
  const msg = isEmpty ? refusals['no-receipts'].msg : 'Receipts found'
  return { msg, receipts, enteredForOtherDays, refunds: await sumRefundsOfDay(scope, receivedDate, whose) }
}
