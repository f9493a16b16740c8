import type * as contract from '#contract/adjustments.ts'
import type { Adjustment } from '#contract/adjustments.ts'
import {
  adjust,
  adjustmentWords,
  advanceOf,
  lowerDebt as decide,
  followsReceipt,
  takeAdvance,
} from '#domain/adjustment.ts'
import { absolute, formatRupees, opposite } from '#domain/money.ts'
import { orThrow, refuse } from '#domain/outcome.ts'
import { methodAndReference, paidBy } from '#domain/payment-method.ts'
import { netBalance } from '#domain/voucher-amounts.ts'
import type { CallContext } from '#server/http/call.ts'
import { lockDrawerOfRefund } from '#server/records/drawers/drawers.ts'
import {
  findAdjustment as find,
  listAdjustments,
  takeAdjustmentNo,
} from '#server/records/receipts/adjustments.ts'
import type { Scope } from '#server/records/scope.ts'
import {
  adjustBalance,
  lockLastVouchers,
  lockStudents,
  type AdjustmentMade,
} from '#server/services/adjust-balance.ts'
import { requireApproval } from '#server/services/approval.ts'

const kindMessages = { 'write-off': 'Written off', waiver: 'Waived' } as const

export async function lowerDebt({ params, body, scope }: CallContext<typeof contract.lowerDebt>) {
  const { kind, amount, reason } = body
  const vouchers = await lockLastVouchers(scope, params.rollNo, body.expectedBalance)
  const settlement = orThrow(decide(vouchers.posted, amount))
  const { voucherNo } = vouchers.posted
  await requireApproval(scope, {
    act: 'lowerDebt',
    moneyFrom: { voucherNo },
    rollNo: params.rollNo,
    voucherNo,
    amount,
    balanceChange: opposite(amount),
    words: `${kindMessages[kind]}: ${formatRupees(amount)}`,
    reason,
  })
  return { msg: kindMessages[kind], ...(await adjustBalance(scope, vouchers, settlement, { kind, reason })) }
}

export async function refundAdvance({ params, body, scope }: CallContext<typeof contract.refundAdvance>) {
  const { amount, reason } = body
  const refundMethod = orThrow(paidBy(body, scope.today))
  const vouchers = await lockLastVouchers(scope, params.rollNo, body.expectedBalance)
  const settlement = orThrow(takeAdvance(vouchers.posted, amount))
  const { voucherNo } = vouchers.posted
  await requireApproval(scope, {
    act: 'refundAdvance',
    moneyFrom: { rollNo: params.rollNo, advance: advanceOf(netBalance(vouchers.posted)) },
    rollNo: params.rollNo,
    voucherNo,
    amount,
    balanceChange: amount,
    words: `Paid back: ${formatRupees(amount)}, ${methodAndReference(refundMethod)}`,
    reason,
  })
  const refund = { kind: 'refund', reason, paidBy: refundMethod } as const
  return { msg: 'Paid back' as const, ...(await adjustBalance(scope, vouchers, settlement, refund)) }
}

/** Transfers an advance by one adjustment for each of the two students. */
export async function transferAdvance({ params, body, scope }: CallContext<typeof contract.transferAdvance>) {
  const { toRollNo, amount, reason } = body
  await lockStudents(scope, params.rollNo, toRollNo, 'toRollNo')
  const vouchers = await lockLastVouchers(scope, params.rollNo, body.expectedBalance)
  const settlement = orThrow(takeAdvance(vouchers.posted, amount))
  const others = await lockLastVouchers(scope, toRollNo)

  const { voucherNo } = vouchers.posted
  await requireApproval(scope, {
    act: 'transferAdvance',
    moneyFrom: { rollNo: params.rollNo, advance: advanceOf(netBalance(vouchers.posted)) },
    rollNo: params.rollNo,
    voucherNo,
    amount,
    balanceChange: amount,
    words: `Transferred to roll no. ${toRollNo}: ${formatRupees(amount)}`,
    reason,
  })
  const givenNo = await takeAdjustmentNo(scope)
  const otherNo = await takeAdjustmentNo(scope)
  const transfer = { kind: 'transfer', reason } as const
  const made = await adjustBalance(scope, vouchers, settlement, { ...transfer, otherNo }, givenNo)
  const received = adjust(others.posted, opposite(amount))
  const other = await adjustBalance(scope, others, received, { ...transfer, otherNo: givenNo }, otherNo)
  return { msg: 'Transferred' as const, ...made, otherNo, otherBalance: other.balance }
}

/** Reverses an adjustment on the student's current last posted voucher; for a transfer, reverses both rows. */
export async function takeBackAdjustment({
  params,
  body,
  scope,
}: CallContext<typeof contract.takeBackAdjustment>) {
  const { adjustmentNo } = params
  const beforeLock = (await find(scope, adjustmentNo)) ?? orThrow(refuse('adjustment-unknown'))
  if (followsReceipt(beforeLock.kind)) return orThrow(refuse('adjustment-of-receipt'))
  await (beforeLock.otherRollNo === null
    ? lockLastVouchers(scope, beforeLock.rollNo)
    : lockStudents(scope, beforeLock.rollNo, beforeLock.otherRollNo, 'toRollNo'))
  // Reads it again, because another call may have reversed it before the lock.
  const locked = (await find(scope, adjustmentNo)) ?? beforeLock
  if (locked.reversedBy !== null || locked.reverses !== null) return orThrow(refuse('adjustment-taken-back'))
  const { rollNo, voucherNo, kind, amount } = locked
  await requireApproval(scope, {
    act: 'takeBackAdjustment',
    moneyFrom: { voucherNo },
    rollNo,
    voucherNo,
    amount: absolute(amount),
    balanceChange: opposite(amount),
    words: `Adjustment ${adjustmentNo} taken back: ${adjustmentWords[kind]}, ${formatRupees(absolute(amount))}`,
    reason: body.reason,
  })
  const made = await takeBack(scope, locked, body.reason)
  return { msg: 'Adjustment taken back' as const, ...made }
}

async function takeBack(scope: Scope, adjustment: Adjustment, reason: string): Promise<AdjustmentMade> {
  if (adjustment.otherNo === null) return takeBackRow(scope, adjustment, reason)
  const other = (await find(scope, adjustment.otherNo)) ?? orThrow(refuse('adjustment-unknown'))
  const ownNo = await takeAdjustmentNo(scope)
  const otherNo = await takeAdjustmentNo(scope)
  const made = await takeBackRow(scope, adjustment, reason, { ownNo, otherNo })
  await takeBackRow(scope, other, reason, { ownNo: otherNo, otherNo: ownNo })
  return made
}

async function takeBackRow(
  scope: Scope,
  { adjustmentNo, rollNo, kind, amount, method, reference }: Adjustment,
  reason: string,
  transfer?: { readonly ownNo: number; readonly otherNo: number },
): Promise<AdjustmentMade> {
  const vouchers = await lockLastVouchers(scope, rollNo)
  const adjustment = {
    kind,
    reason,
    reverses: adjustmentNo,
    ...(transfer && { otherNo: transfer.otherNo }),
    ...(method !== null && {
      paidBy: { method, reference },
      drawer: await lockDrawerOfRefund(scope, adjustmentNo),
    }),
  }
  return adjustBalance(
    scope,
    vouchers,
    adjust(vouchers.posted, opposite(amount)),
    adjustment,
    transfer?.ownNo,
  )
}

/** Returns the adjustments of balances of some days, newest first. */
export const adjustments = async ({ query, scope }: CallContext<typeof contract.adjustments>) => ({
  msg: 'Adjustments fetched',
  adjustments: await listAdjustments(scope, query),
})

export async function findAdjustment({ params, scope }: CallContext<typeof contract.findAdjustment>) {
  const adjustment = (await find(scope, params.adjustmentNo)) ?? orThrow(refuse('adjustment-unknown'))
  return { msg: 'Adjustment found', adjustment }
}
