import type * as contract from '#contract/approvals.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Endpoints } from '#contract/endpoints.ts'
import { withdrawRequest as decide, decideRequest, type Act } from '#domain/approval.ts'
import { orThrow, refuse } from '#domain/outcome.ts'
import type { CallContext, CallInput, Handler } from '#server/http/call.ts'
import { decode, onDecoded } from '#server/http/decode.ts'
import {
  actFor,
  countWaiting,
  findSameRequest,
  listRequests,
  openSavepoint,
  type ActInput,
} from '#server/records/receipts/approvals.ts'
import type { Scope } from '#server/records/scope.ts'
import {
  closeRequest,
  endpointOf,
  requireAsker,
  requireRequest,
  TriedOut,
  writeRequest,
  type NeedsApproval,
} from '#server/services/approval.ts'

export type ActHandlers = { readonly [A in Act]: Handler<Endpoints[A]> }

interface DecodedAct {
  readonly input: CallInput<Endpoint>
  readonly handle: (call: unknown) => Promise<unknown>
}

/** Decodes the input of an act by the schemas of its endpoint; returns it with its handler. Throws InvalidInput. */
function decodeAct(handlers: ActHandlers, act: Act, { params, body }: ActInput): DecodedAct {
  const input = decode(endpointOf(act), { params, body, query: {} })
  return { input, handle: onDecoded(handlers[act]) }
}

/** Does the act now, in the name of the user who requested it; refuses it if it would be refused for that user. */
const approveRequestOf =
  (handlers: ActHandlers) =>
  async ({ params, body, scope }: CallContext<typeof contract.approveRequest>) => {
    const request = await requireRequest(scope, params.requestNo)
    orThrow(decideRequest(request, scope.userId))
    await requireAsker(scope, request)
    const { handle, input } = decodeAct(handlers, request.act, request.input)
    await handle({ ...input, scope: await actFor(scope, request) })
    await closeRequest(scope, request, 'approved', body.note)
    return { msg: 'Approved' as const, requestNo: request.requestNo }
  }

/** Writes a request for approval. The act itself is only tried out, and nothing that it writes is kept. */
const requestApprovalOf =
  (handlers: ActHandlers) =>
  async ({ body, scope }: CallContext<typeof contract.requestApproval>) => {
    const { act, ...input } = body
    const { right } = endpointOf(act)
    if (right && !scope.rights.includes(right)) return orThrow(refuse('no-right', { right }))
    const sameNo = await findSameRequest(scope, act, input)
    if (sameNo !== null) return orThrow(refuse('approval-requested', { requestNo: sameNo }))
    const neededApproval = await tryOut(handlers, body, scope)
    const requestNo = await writeRequest(scope, neededApproval, { state: 'pending', input })
    return { msg: 'Sent for approval' as const, requestNo }
  }

/** Tries the act out and returns the approval that it needs; refuses if the act is refused or needs no approval. */
async function tryOut(
  handlers: ActHandlers,
  { act, params, body }: CallContext<typeof contract.requestApproval>['body'],
  scope: Scope,
): Promise<NeedsApproval> {
  const { handle, input } = decodeAct(handlers, act, { params, body })
  const undo = await openSavepoint(scope)
  try {
    await handle({ ...input, scope: { ...scope, approval: { kind: 'tried' } } })
  } catch (error) {
    if (!(error instanceof TriedOut)) throw error
    await undo()
    return error.needs
  }
  return orThrow(refuse('no-approval-needed'))
}

const maxDecided = 200

/** Returns the pending requests and the last decided ones. */
async function approvals({ scope }: CallContext<typeof contract.approvals>) {
  return { msg: 'Requests fetched', requests: await listRequests(scope, maxDecided) }
}

/** Counts the pending requests of other users; 0 for a user without the right to approve. */
async function waitingApprovals({ scope }: CallContext<typeof contract.waitingApprovals>) {
  const count = scope.rights.includes('approve') ? await countWaiting(scope) : 0
  return { msg: 'Requests counted', count }
}

async function declineRequest({ params, body, scope }: CallContext<typeof contract.declineRequest>) {
  const request = await requireRequest(scope, params.requestNo)
  orThrow(decideRequest(request, scope.userId))
  await closeRequest(scope, request, 'declined', body.note)
  return { msg: 'Declined' as const, requestNo: request.requestNo }
}

/** Withdraws the caller's own pending request. */
async function withdrawRequest({ params, scope }: CallContext<typeof contract.withdrawRequest>) {
  const request = await requireRequest(scope, params.requestNo)
  orThrow(decide(request, scope.userId))
  await closeRequest(scope, request, 'withdrawn', '')
  return { msg: 'Withdrawn' as const, requestNo: request.requestNo }
}

/** Takes the acts as an argument, because features do not import each other. */
export const approvalsOf = (acts: ActHandlers) => ({
  approvals,
  waitingApprovals,
  requestApproval: requestApprovalOf(acts),
  approveRequest: approveRequestOf(acts),
  declineRequest,
  withdrawRequest,
})
