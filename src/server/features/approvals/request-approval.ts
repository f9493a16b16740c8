import type { requestApproval as endpoint } from '#contract/approvals.ts'
import { orThrow, refuse } from '#domain/outcome.ts'
import type { CallContext } from '#server/http/call.ts'
import { findSameRequest, openSavepoint } from '#server/records/approvals.ts'
import type { Scope } from '#server/records/scope.ts'
import { endpointOf, TriedOut, writeRequest, type NeedsApproval } from '#server/services/approval.ts'
import { decodeAct, type ActHandlers } from './act-handlers.ts'

/** Asks a second person to approve an act. It is judged as if it were done now, and nothing of it is written. */
export const requestApprovalOf =
  (handlers: ActHandlers) =>
  async ({ body, scope }: CallContext<typeof endpoint>) => {
    const { act, ...input } = body
    const { right } = endpointOf(act)
    if (right && !scope.rights.includes(right)) return orThrow(refuse('no-right', { right }))
    const sameNo = await findSameRequest(scope, act, input)
    if (sameNo !== null) return orThrow(refuse('approval-requested', { requestNo: sameNo }))
    const needs = await tryOut(handlers, body, scope)
    const requestNo = await writeRequest(scope, needs, { state: 'pending', input })
    return { msg: 'Sent for approval' as const, requestNo }
  }

/** What the act would do; refused where it is refused, or needs no approval. */
async function tryOut(
  handlers: ActHandlers,
  { act, params, body }: CallContext<typeof endpoint>['body'],
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
