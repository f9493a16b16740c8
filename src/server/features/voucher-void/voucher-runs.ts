import type { voucherRuns as endpoint } from '#contract/voucher-void.ts'
import type { CallContext } from '#server/http/call.ts'
import { listRuns } from '#server/records/voucher-runs.ts'

const mostRuns = 200

/** The newest generations of vouchers. */
export const voucherRuns = async ({ scope }: CallContext<typeof endpoint>) => ({
  msg: 'Voucher runs fetched',
  runs: await listRuns(scope, mostRuns),
})
