import { requestApproval } from '#contract/approvals.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { toWire } from '#contract/wire.ts'
import { approvalReasonWords, type Act } from '#domain/approval.ts'
import { CallFailed, factsOf, type Reply, type Sent } from '#web/api/call.ts'
import { useSession } from '#web/api/session.ts'
import { useChange, type ChangeOptions } from '#web/api/use-change.ts'
import { useAlert, useConfirm } from '#web/ui/alert-dialog.tsx'

/** The result of a change: it was made, it was sent for approval, or the user did not want to send it. */
export type ActResult<E extends Endpoint> =
  | { readonly kind: 'done'; readonly reply: Reply<E> }
  | { readonly kind: 'requested' }
  | { readonly kind: 'not requested' }

/**
 * Sends a change as `useChange` does. If the change needs approval and `act` is given, asks the user whether to send it
 * for approval, and confirms the sending. Fails with CallFailed.
 */
export function useApprovableChange<E extends Endpoint>(endpoint: E, act?: Act, options?: ChangeOptions) {
  const change = useChange(endpoint, options)
  const approvalRequest = useChange(requestApproval)
  const confirm = useConfirm()
  const alert = useAlert()

  async function send(sent: Sent<E>, identity: unknown = sent.body): Promise<ActResult<E>> {
    try {
      return { kind: 'done', reply: await change.send(sent, identity) }
    } catch (failure) {
      const approval = failure instanceof CallFailed ? factsOf(failure, 'approval-needed') : null
      if (approval === null || act === undefined) throw failure
      const isWanted = await confirm({
        title: 'Another person has to approve this',
        message: `${approvalReasonWords(approval.why, approval.limit)} Nothing changes until it is approved.`,
        confirmLabel: 'Send for approval',
      })
      if (!isWanted) return { kind: 'not requested' }
      const { campus } = useSession.getState()
      if (campus === null) throw failure
      const body = { act, params: { campus, ...sent.params }, body: toWire(endpoint.body, sent.body) }
      const { msg, requestNo } = await approvalRequest.send({ body })
      await alert(msg, {
        detail: `Request ${requestNo}. It is listed under Approvals until somebody decides.`,
      })
      return { kind: 'requested' }
    }
  }

  return { send, sending: change.sending || approvalRequest.sending }
}
