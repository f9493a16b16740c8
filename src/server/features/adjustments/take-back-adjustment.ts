import type { Adjustment, takeBackAdjustment as endpoint } from '#contract/adjustments.ts'
import { adjust, adjustmentWords, followsReceipt } from '#domain/adjustment.ts'
import { absolute, formatRupees, opposite } from '#domain/money.ts'
import { orThrow, refuse } from '#domain/outcome.ts'
import type { CallContext } from '#server/http/call.ts'
import { findAdjustment, takeAdjustmentNo } from '#server/records/adjustments.ts'
import { lockDrawerOfRefund } from '#server/records/drawers.ts'
import type { Scope } from '#server/records/scope.ts'
import {
  adjustBalance,
  lockLastVouchers,
  lockStudents,
  type AdjustmentMade,
} from '#server/services/adjust-balance.ts'
import { requireApproval } from '#server/services/approval.ts'

/** Takes back an adjustment on the student's last posted voucher of now; of a transfer both rows. */
export async function takeBackAdjustment({ params, body, scope }: CallContext<typeof endpoint>) {
  const { adjustmentNo } = params
  const found = (await findAdjustment(scope, adjustmentNo)) ?? orThrow(refuse('adjustment-unknown'))
  if (followsReceipt(found.kind)) return orThrow(refuse('adjustment-of-receipt'))
  await (found.otherRollNo === null
    ? lockLastVouchers(scope, found.rollNo)
    : lockStudents(scope, found.rollNo, found.otherRollNo, 'toRollNo'))
  // Read again: another call may have taken it back before the lock.
  const one = (await findAdjustment(scope, adjustmentNo)) ?? found
  if (one.reversedBy !== null || one.reverses !== null) return orThrow(refuse('adjustment-taken-back'))
  const { rollNo, voucherNo, kind, amount } = one
  await requireApproval(scope, {
    act: 'takeBackAdjustment',
    moneyOf: { voucherNo },
    rollNo,
    voucherNo,
    amount: absolute(amount),
    balanceChange: opposite(amount),
    words: `Adjustment ${adjustmentNo} taken back: ${adjustmentWords[kind]}, ${formatRupees(absolute(amount))}`,
    reason: body.reason,
  })
  const made = await takeBack(scope, one, body.reason)
  return { msg: 'Adjustment taken back' as const, ...made }
}

async function takeBack(scope: Scope, one: Adjustment, reason: string): Promise<AdjustmentMade> {
  if (one.otherNo === null) return takeBackRow(scope, one, reason)
  const other = (await findAdjustment(scope, one.otherNo)) ?? orThrow(refuse('adjustment-unknown'))
  const ownNo = await takeAdjustmentNo(scope)
  const otherNo = await takeAdjustmentNo(scope)
  const made = await takeBackRow(scope, one, reason, { ownNo, otherNo })
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
