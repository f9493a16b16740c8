import type { approvals as endpoint, waitingApprovals as waitingEndpoint } from '#contract/approvals.ts'
import type { CallContext } from '#server/http/call.ts'
import { countWaiting, listRequests } from '#server/records/approvals.ts'

const mostDecided = 200

/** The requests that wait, and the last that were decided. */
export async function approvals({ scope }: CallContext<typeof endpoint>) {
  return { msg: 'Requests fetched', requests: await listRequests(scope, mostDecided) }
}

/** How many requests of others wait; 0 for a user without the right to approve. */
export async function waitingApprovals({ scope }: CallContext<typeof waitingEndpoint>) {
  const count = scope.rights.includes('approve') ? await countWaiting(scope) : 0
  return { msg: 'Requests counted', count }
}
