import type { postedVouchers as endpoint } from '#contract/posting.ts'
import { refusals } from '#contract/refusals.ts'
import type { CallContext } from '#server/http/call.ts'
import { preparedItem } from '#server/http/prepared-json.ts'
import { listVouchersOfMonthAsJson } from '#server/records/posting.ts'
import { findMonthOfCall } from '#server/services/month-of-call.ts'

/** The month's posted vouchers. */
export async function postedVouchers(call: CallContext<typeof endpoint>) {
  const month = await findMonthOfCall(call.scope, call)
  const vouchers = await listVouchersOfMonthAsJson(call.scope, month, true)
  const msg = vouchers === '[]' ? refusals['nothing-to-unpost'].msg : 'successfully fetched posted vouchers'
  return preparedItem(msg, 'vouchers', vouchers)
}
