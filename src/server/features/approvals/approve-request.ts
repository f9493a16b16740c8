import type { approveRequest as endpoint } from '#contract/approvals.ts'
import { decideRequest } from '#domain/approval.ts'
import { orThrow, refuse } from '#domain/outcome.ts'
import type { CallContext } from '#server/http/call.ts'
import { decode } from '#server/http/decode.ts'
import { actFor, lockRequest, saveDecision } from '#server/records/approvals.ts'
import type { RawInput } from '#server/auth/authorise.ts'
import { writeHistory } from '#server/records/history.ts'
import { endpointOf, type ActHandlers } from './act-handlers.ts'

/** Approves a request: the act is done now, in the name of the user who asked, or refused as it would be for that user. */
export const approveRequestOf =
  (handlers: ActHandlers) =>
  async ({ params, body, scope }: CallContext<typeof endpoint>) => {
    const { requestNo } = params
    const request = (await lockRequest(scope, requestNo)) ?? orThrow(refuse('request-unknown'))
    orThrow(decideRequest(request, scope.userId))
    const { act, rollNo, voucherNo } = request
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as askApproval wrote it
    const asked = request.input as Pick<RawInput, 'params' | 'body'>
    const input = decode(endpointOf(act), { params: asked.params, body: asked.body, query: {} })
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- decoded by the schemas of the act's own endpoint
    const handle = handlers[act] as (call: unknown) => Promise<unknown>
    await handle({ ...input, scope: await actFor(scope, request) })

    await saveDecision(scope, requestNo, 'approved', body.note)
    await writeHistory(scope, {
      what: 'approval given',
      rollNo,
      ...(voucherNo !== null && { voucherNo }),
      after: { requestNo, act, note: body.note },
    })
    return { msg: 'Approved' as const, requestNo }
  }
