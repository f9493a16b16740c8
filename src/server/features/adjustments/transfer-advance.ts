import type { transferAdvance as endpoint } from '#contract/adjustments.ts'
import { adjust, advanceOf, takeAdvance } from '#domain/adjustment.ts'
import { formatRupees, opposite } from '#domain/money.ts'
import { orThrow } from '#domain/outcome.ts'
import { netBalance } from '#domain/voucher-amounts.ts'
import type { CallContext } from '#server/http/call.ts'
import { takeAdjustmentNo } from '#server/records/adjustments.ts'
import { adjustBalance, lockLastVouchers, lockStudents } from '#server/services/adjust-balance.ts'
import { requireApproval } from '#server/services/approval.ts'

/** Moves what a student paid in advance to another one: an adjustment of each. */
export async function transferAdvance({ params, body, scope }: CallContext<typeof endpoint>) {
  const { toRollNo, amount, reason } = body
  await lockStudents(scope, params.rollNo, toRollNo, 'toRollNo')
  const vouchers = await lockLastVouchers(scope, params.rollNo, body.expectedBalance)
  const settlement = orThrow(takeAdvance(vouchers.posted, amount))
  const others = await lockLastVouchers(scope, toRollNo)

  const { voucherNo } = vouchers.posted
  await requireApproval(scope, {
    act: 'transferAdvance',
    moneyOf: { rollNo: params.rollNo, advance: advanceOf(netBalance(vouchers.posted)) },
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
