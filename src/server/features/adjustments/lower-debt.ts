import type { lowerDebt as endpoint } from '#contract/adjustments.ts'
import { lowerDebt as decide } from '#domain/adjustment.ts'
import { formatRupees, opposite } from '#domain/money.ts'
import { orThrow } from '#domain/outcome.ts'
import type { CallContext } from '#server/http/call.ts'
import { adjustBalance, lockLastVouchers } from '#server/services/adjust-balance.ts'
import { requireApproval } from '#server/services/approval.ts'

const done = { 'write-off': 'Written off', waiver: 'Waived' } as const

/** Writes off or waives what a student owes, without money. */
export async function lowerDebt({ params, body, scope }: CallContext<typeof endpoint>) {
  const { kind, amount, reason } = body
  const vouchers = await lockLastVouchers(scope, params.rollNo, body.expectedBalance)
  const settlement = orThrow(decide(vouchers.posted, amount))
  const { voucherNo } = vouchers.posted
  await requireApproval(scope, {
    act: 'lowerDebt',
    moneyOf: { voucherNo },
    rollNo: params.rollNo,
    voucherNo,
    amount,
    balanceChange: opposite(amount),
    words: `${done[kind]}: ${formatRupees(amount)}`,
    reason,
  })
  return { msg: done[kind], ...(await adjustBalance(scope, vouchers, settlement, { kind, reason })) }
}
