import type { approvals as endpoint } from '#contract/approvals.ts'
import type { CallContext } from '#server/http/call.ts'
import { listRequests } from '#server/records/approvals.ts'

const mostDecided = 200

/** The requests that wait, and the last that were decided. */
export async function approvals({ scope }: CallContext<typeof endpoint>) {
  return { msg: 'Requests fetched', requests: await listRequests(scope, mostDecided) }
}
