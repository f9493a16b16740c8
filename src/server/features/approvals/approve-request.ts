import type { approveRequest as endpoint } from '#contract/approvals.ts'
import { decideRequest } from '#domain/approval.ts'
import { orThrow } from '#domain/outcome.ts'
import type { CallContext } from '#server/http/call.ts'
import { actFor } from '#server/records/approvals.ts'
import { closeRequest, requireAsker, requireRequest } from '#server/services/approval.ts'
import { decodeAct, type ActHandlers, type ActInput } from './act-handlers.ts'

/** Approves a request: the act is done now, in the name of the user who requested it, or refused as it would be for that user. */
export const approveRequestOf =
  (handlers: ActHandlers) =>
  async ({ params, body, scope }: CallContext<typeof endpoint>) => {
    const request = await requireRequest(scope, params.requestNo)
    orThrow(decideRequest(request, scope.userId))
    await requireAsker(scope, request)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as requestApproval stored it
    const { handle, input } = decodeAct(handlers, request.act, request.input as ActInput)
    await handle({ ...input, scope: await actFor(scope, request) })
    await closeRequest(scope, request, 'approved', body.note)
    return { msg: 'Approved' as const, requestNo: request.requestNo }
  }
