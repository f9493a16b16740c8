import type { vouchersToUnpost as endpoint } from '#contract/posting.ts'
import type { CallContext } from '#server/http/call.ts'
import { listMonthsToUnpost } from '#server/records/posting.ts'

/** The months that have posted vouchers without receipts: those that unposting would take back. */
export async function vouchersToUnpost({ scope }: CallContext<typeof endpoint>) {
  const months = await listMonthsToUnpost(scope)
  return { msg: months.length > 0 ? 'Vouchers can be unposted' : 'Nothing to unpost', months }
}
