import type { voucherRuns as endpoint } from '#contract/voucher-void.ts'
import type { CallContext } from '#server/http/call.ts'
import { listRuns } from '#server/records/voucher-runs.ts'

const runsOfPage = 50

/** A page of generations of vouchers, newest first. */
export async function voucherRuns({ query, scope }: CallContext<typeof endpoint>) {
  const runs = await listRuns(scope, runsOfPage + 1, query.before)
  return {
    msg: 'Voucher runs fetched',
    runs: runs.slice(0, runsOfPage),
    more: runs.length > runsOfPage,
  }
}
