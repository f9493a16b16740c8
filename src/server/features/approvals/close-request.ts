import type {
  declineRequest as declineEndpoint,
  withdrawRequest as withdrawEndpoint,
} from '#contract/approvals.ts'
import { decideRequest, withdrawRequest as decideWithdrawal } from '#domain/approval.ts'
import { orThrow, refuse } from '#domain/outcome.ts'
import type { CallContext } from '#server/http/call.ts'
import { lockRequest, saveDecision, type LockedRequest } from '#server/records/approvals.ts'
import { writeHistory } from '#server/records/history.ts'
import type { Scope } from '#server/records/scope.ts'

/** Declines what another user asked for; nothing of it is done. */
export async function declineRequest({ params, body, scope }: CallContext<typeof declineEndpoint>) {
  const request = await lock(scope, params.requestNo)
  orThrow(decideRequest(request, scope.userId))
  await close(scope, request, 'declined', body.note)
  return { msg: 'Declined' as const, requestNo: request.requestNo }
}

/** Withdraws one's own request while it waits. */
export async function withdrawRequest({ params, scope }: CallContext<typeof withdrawEndpoint>) {
  const request = await lock(scope, params.requestNo)
  orThrow(decideWithdrawal(request, scope.userId))
  await close(scope, request, 'withdrawn', '')
  return { msg: 'Withdrawn' as const, requestNo: request.requestNo }
}

const lock = async (scope: Scope, requestNo: number): Promise<LockedRequest> =>
  (await lockRequest(scope, requestNo)) ?? orThrow(refuse('request-unknown'))

async function close(
  scope: Scope,
  { requestNo, rollNo, voucherNo, act }: LockedRequest,
  state: 'declined' | 'withdrawn',
  note: string,
): Promise<void> {
  await saveDecision(scope, requestNo, state, note)
  await writeHistory(scope, {
    what: `approval ${state}`,
    rollNo,
    ...(voucherNo !== null && { voucherNo }),
    after: { requestNo, act, note },
  })
}
