import type { declineRequest as endpoint } from '#contract/approvals.ts'
import { decideRequest } from '#domain/approval.ts'
import { orThrow } from '#domain/outcome.ts'
import type { CallContext } from '#server/http/call.ts'
import { closeRequest, requireRequest } from '#server/services/approval.ts'

/** Declines what another user requested; nothing of it is done. */
export async function declineRequest({ params, body, scope }: CallContext<typeof endpoint>) {
  const request = await requireRequest(scope, params.requestNo)
  orThrow(decideRequest(request, scope.userId))
  await closeRequest(scope, request, 'declined', body.note)
  return { msg: 'Declined' as const, requestNo: request.requestNo }
}
