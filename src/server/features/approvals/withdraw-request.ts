import type { withdrawRequest as endpoint } from '#contract/approvals.ts'
import { withdrawRequest as decide } from '#domain/approval.ts'
import { orThrow } from '#domain/outcome.ts'
import type { CallContext } from '#server/http/call.ts'
import { closeRequest, requireRequest } from '#server/services/approval.ts'

/** Withdraws one's own request while it waits. */
export async function withdrawRequest({ params, scope }: CallContext<typeof endpoint>) {
  const request = await requireRequest(scope, params.requestNo)
  orThrow(decide(request, scope.userId))
  await closeRequest(scope, request, 'withdrawn', '')
  return { msg: 'Withdrawn' as const, requestNo: request.requestNo }
}
