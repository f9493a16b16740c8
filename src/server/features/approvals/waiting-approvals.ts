import type { waitingApprovals as endpoint } from '#contract/approvals.ts'
import type { CallContext } from '#server/http/call.ts'
import { countWaiting } from '#server/records/approvals.ts'

/** How many requests of others wait; 0 for a user without the right to approve. */
export async function waitingApprovals({ scope }: CallContext<typeof endpoint>) {
  const count = scope.rights.includes('approve') ? await countWaiting(scope) : 0
  return { msg: 'Requests counted', count }
}
