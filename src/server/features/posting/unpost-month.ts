import type { unpostMonth as endpoint } from '#contract/posting.ts'
import { orThrow, refuse } from '#domain/outcome.ts'
import type { CallContext } from '#server/http/call.ts'
import { writeHistory } from '#server/records/history.ts'
import { unpostVouchersOfMonth } from '#server/records/posting.ts'
import { findMonthOfCall } from '#server/services/month-of-call.ts'

/** Unposts the month's vouchers without receipts and adjustments (decisions 3.receipts.unpost). */
export async function unpostMonth(call: CallContext<typeof endpoint>) {
  const { scope } = call
  const month = await findMonthOfCall(scope, call, call.body.year)
  const vouchers = await unpostVouchersOfMonth(scope, month)
  const count = vouchers.length
  if (count === 0) return orThrow(refuse('nothing-to-unpost'))
  await writeHistory(scope, { what: 'vouchers unposted', after: { ...month, count, vouchers } })
  return { msg: 'success' as const, count }
}
