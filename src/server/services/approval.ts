import type { Endpoint } from '#contract/endpoint.ts'
import { endpointList } from '#contract/endpoints.ts'
import { approvalReason, requireReason, type Act, type ActToJudge } from '#domain/approval.ts'
import { sum, type Money } from '#domain/money.ts'
import { orThrow, refuse, type ApprovalReason } from '#domain/outcome.ts'
import { canWrite, countApprovers, rightsOf } from '#domain/roles.ts'
import { writeHistory } from '#server/records/history.ts'
import {
  hasReceived,
  insertRequest,
  lockPendingOf,
  lockRequest,
  saveDecision,
  type LockedRequest,
  type MoneyFrom,
  type RequestToWrite,
} from '#server/records/receipts/approvals.ts'
import type { Scope } from '#server/records/scope.ts'
import { listUserRights } from '#server/records/staff/users.ts'
import { findBalance } from '#server/records/vouchers/vouchers.ts'

/** An act that a handler is about to perform and that a second person may have to approve. */
export interface ActToApprove extends Pick<ActToJudge, 'amount'> {
  readonly act: Act
  /** The money of the act; if the caller received it, the act needs approval whatever the amount. */
  readonly moneyFrom: MoneyFrom
  readonly rollNo: number
  readonly voucherNo: string | null
  readonly receiptNo?: number
  readonly words: string
  readonly reason: string
  readonly balanceChange: Money
}

export interface NeedsApproval extends ActToApprove {
  readonly why: ApprovalReason
  readonly limit: Money
  readonly balanceBefore: Money
}

/** Thrown instead of performing an act that is only tried for a request; never reaches a client. */
export class TriedOut extends Error {
  readonly needs: NeedsApproval

  constructor(needs: NeedsApproval) {
    super(needs.words)
    this.needs = needs
  }
}

/**
 * Refuses an act that a second person has to approve. Call it after all other checks and before anything is written. If
 * the campus has no second person, the act continues and is listed.
 */
export async function requireApproval(scope: Scope, act: ActToApprove): Promise<void> {
  const { approvalLimit: limit, approval } = scope
  if (limit === null || approval?.kind === 'given') return
  orThrow(requireReason(act.reason, limit))
  const isOwnMoney = await hasReceived(scope, act.moneyFrom)
  const why = approvalReason({ amount: act.amount, isOwnMoney }, limit)
  if (why === null) return
  const balanceBefore = await findBalance(scope, act.rollNo)
  const needs = { ...act, why, limit, balanceBefore }
  if (approval?.kind === 'tried') throw new TriedOut(needs)
  if (await hasApprover(scope)) {
    return orThrow(refuse('approval-needed', { limit, why }))
  }
  await writeRequest(scope, needs, { state: 'alone', input: {} })
}

/** True if another user could approve an act of the caller. */
export const hasApprover = async (scope: Scope): Promise<boolean> =>
  countApprovers(await listUserRights(scope), scope.userId) > 0

/** Writes a request with a history entry. Returns the number of the request. */
export async function writeRequest(
  scope: Scope,
  { balanceChange, receiptNo, moneyFrom: _, ...needs }: NeedsApproval,
  stateAndInput: Pick<RequestToWrite, 'state' | 'input'>,
): Promise<number> {
  const { rollNo, voucherNo, act, words, reason, amount } = needs
  const requestNo = await insertRequest(scope, {
    ...needs,
    ...stateAndInput,
    receiptNo: receiptNo ?? null,
    balanceAfter: sum(needs.balanceBefore, balanceChange),
  })
  await writeHistory(scope, {
    what: stateAndInput.state === 'alone' ? 'done without approval' : 'approval requested',
    rollNo,
    ...(voucherNo !== null && { voucherNo }),
    after: { requestNo, act, words, amount, reason },
  })
  return requestNo
}

export function endpointOf(act: Act): Endpoint {
  const declared = endpointList.find(({ name }) => name === act)
  if (!declared) throw new Error(`No endpoint has the name ${act}`)
  return declared.endpoint
}

/** True if the user who requested the act may still perform it. */
async function mayStillDo(
  scope: Scope,
  { act, requestedBy }: Pick<LockedRequest, 'act' | 'requestedBy'>,
): Promise<boolean> {
  const requester = (await listUserRights(scope)).find(({ userId }) => userId === requestedBy)
  if (!requester || requester.disabled || !canWrite(requester.role)) return false
  const { right } = endpointOf(act)
  return !right || rightsOf(requester.role, requester.rights).includes(right)
}

/** Refuses if the user who requested the act may no longer perform it. */
export async function requireAsker(scope: Scope, request: LockedRequest): Promise<void> {
  if (!(await mayStillDo(scope, request))) orThrow(refuse('asker-gone'))
}

/** Withdraws requests of a user for acts that the user may no longer perform, in the name of the caller. */
export async function withdrawRequestsOf(scope: Scope, userId: string): Promise<void> {
  for (const request of await lockPendingOf(scope, userId)) {
    if (!(await mayStillDo(scope, request)))
      await closeRequest(scope, request, 'withdrawn', 'The person who asked may no longer do this')
  }
}

/** Locks a request; refuses an unknown number. */
export const requireRequest = async (scope: Scope, requestNo: number): Promise<LockedRequest> =>
  (await lockRequest(scope, requestNo)) ?? orThrow(refuse('request-unknown'))

const decisionKinds = {
  approved: 'approval given',
  declined: 'approval declined',
  withdrawn: 'approval withdrawn',
} as const

export async function closeRequest(
  scope: Scope,
  { requestNo, rollNo, voucherNo, act }: LockedRequest,
  state: keyof typeof decisionKinds,
  note: string,
): Promise<void> {
  await saveDecision(scope, requestNo, state, note)
  await writeHistory(scope, {
    what: decisionKinds[state],
    rollNo,
    ...(voucherNo !== null && { voucherNo }),
    after: { requestNo, act, note },
  })
}
