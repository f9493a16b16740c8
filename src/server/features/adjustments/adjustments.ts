import type { adjustments as endpoint } from '#contract/adjustments.ts'
import type { CallContext } from '#server/http/call.ts'
import { listAdjustments } from '#server/records/adjustments.ts'

/** The adjustments of balances of some days, newest first. */
export const adjustments = async ({ query, scope }: CallContext<typeof endpoint>) => ({
  msg: 'Adjustments fetched',
  adjustments: await listAdjustments(scope, query),
})
