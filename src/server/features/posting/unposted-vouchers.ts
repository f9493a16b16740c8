import type { unpostedVouchers as endpoint } from '#contract/posting.ts'
import { refusals } from '#contract/refusals.ts'
import type { CallContext } from '#server/http/call.ts'
import { preparedItem } from '#server/http/prepared-json.ts'
import { listVouchersOfMonthAsJson } from '#server/records/posting.ts'
import { findMonthOfCall } from '#server/services/month-of-call.ts'

/** The month's vouchers that are not posted yet. */
export async function unpostedVouchers(call: CallContext<typeof endpoint>) {
  const month = await findMonthOfCall(call.scope, call)
  const vouchers = await listVouchersOfMonthAsJson(call.scope, month, false)
  const msg = vouchers === '[]' ? refusals['nothing-to-post'].msg : 'successfully fetched un posted vouchers'
  return preparedItem(msg, 'vouchers', vouchers)
}
