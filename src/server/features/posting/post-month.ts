import type { postMonth as endpoint } from '#contract/posting.ts'
import { orThrow, refuse } from '#domain/outcome.ts'
import type { CallContext } from '#server/http/call.ts'
import { writeHistory } from '#server/records/history.ts'
import { postVouchersOfMonth } from '#server/records/posting.ts'
import { findMonthOfCall } from '#server/services/month-of-call.ts'

/** Posts every unposted voucher of the month: from then on it can be received. */
export async function postMonth(call: CallContext<typeof endpoint>) {
  const { scope } = call
  const month = await findMonthOfCall(scope, call, call.body.year)
  const vouchers = await postVouchersOfMonth(scope, month)
  const count = vouchers.length
  if (count === 0) return orThrow(refuse('nothing-to-post'))
  await writeHistory(scope, { what: 'vouchers posted', after: { ...month, count, vouchers } })
  return { msg: 'success' as const, count }
}
