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
  type MoneyOf,
  type RequestToWrite,
} from '#server/records/receipts/approvals.ts'
import type { Scope } from '#server/records/scope.ts'
import { listUserRights } from '#server/records/staff/users.ts'
import { findBalance } from '#server/records/vouchers/vouchers.ts'

/** An act that a handler is about to do, for the decision whether a second person must approve it. */
export interface ActToApprove extends Pick<ActToJudge, 'amount'> {
  readonly act: Act
  /** One's own money needs an approval whatever the amount. */
  readonly moneyOf: MoneyOf
  readonly rollNo: number
  readonly voucherNo: string | null
  readonly receiptNo?: number
  readonly words: string
  readonly reason: string
  /** The change of the student's balance. */
  readonly balanceChange: Money
}

export interface NeedsApproval extends ActToApprove {
  readonly why: ApprovalReason
  readonly limit: Money
  /** The student's, before the act. */
  readonly balanceBefore: Money
}

/** Thrown in place of doing an act for a request; never reaches a caller. */
export class TriedOut extends Error {
  readonly needs: NeedsApproval

  constructor(needs: NeedsApproval) {
    super(needs.words)
    this.needs = needs
  }
}

/**
 * Refuses an act that a second person has to approve; to be called once everything else is decided and nothing is written. If
 * the campus has no second person, the act goes on, and is listed.
 */
export async function requireApproval(scope: Scope, act: ActToApprove): Promise<void> {
  const { approvalLimit: limit, approval } = scope
  if (limit === null || approval?.kind === 'given') return
  orThrow(requireReason(act.reason, limit))
  const isOwnMoney = await hasReceived(scope, act.moneyOf)
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

/** A second person who could approve an act of the caller's. */
export const hasApprover = async (scope: Scope): Promise<boolean> =>
  countApprovers(await listUserRights(scope), scope.userId) > 0

/** Returns the number. */
export async function writeRequest(
  scope: Scope,
  { balanceChange, receiptNo, moneyOf: _, ...needs }: NeedsApproval,
  how: Pick<RequestToWrite, 'state' | 'input'>,
): Promise<number> {
  const { rollNo, voucherNo, act, words, reason, amount } = needs
  const requestNo = await insertRequest(scope, {
    ...needs,
    ...how,
    receiptNo: receiptNo ?? null,
    balanceAfter: sum(needs.balanceBefore, balanceChange),
  })
  await writeHistory(scope, {
    what: how.state === 'alone' ? 'done without approval' : 'approval requested',
    rollNo,
    ...(voucherNo !== null && { voucherNo }),
    after: { requestNo, act, words, amount, reason },
  })
  return requestNo
}

export function endpointOf(act: Act): Endpoint {
  const found = endpointList.find(({ name }) => name === act)
  if (!found) throw new Error(`No endpoint has the name ${act}`)
  return found.endpoint
}

/** True of the user who asked for the act. */
async function mayStillDo(
  scope: Scope,
  { act, requestedBy }: Pick<LockedRequest, 'act' | 'requestedBy'>,
): Promise<boolean> {
  const asker = (await listUserRights(scope)).find(({ userId }) => userId === requestedBy)
  if (!asker || asker.disabled || !canWrite(asker.role)) return false
  const { right } = endpointOf(act)
  return !right || rightsOf(asker.role, asker.rights).includes(right)
}

/** Refuses if the user who asked may no longer do the act. */
export async function requireAsker(scope: Scope, request: LockedRequest): Promise<void> {
  if (!(await mayStillDo(scope, request))) orThrow(refuse('asker-gone'))
}

/** Withdraws the requests for acts that a user may no longer do, in the name of the one who just changed the user. */
export async function withdrawRequestsOf(scope: Scope, userId: string): Promise<void> {
  for (const request of await lockPendingOf(scope, userId)) {
    if (!(await mayStillDo(scope, request)))
      await closeRequest(scope, request, 'withdrawn', 'The person who asked may no longer do this')
  }
}

/** Locks a request; refuses an unknown one. */
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
