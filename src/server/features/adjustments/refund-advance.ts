import type { refundAdvance as endpoint } from '#contract/adjustments.ts'
import { advanceOf, takeAdvance } from '#domain/adjustment.ts'
import { formatRupees } from '#domain/money.ts'
import { orThrow } from '#domain/outcome.ts'
import { methodAndReference, paidBy } from '#domain/payment-method.ts'
import { netBalance } from '#domain/voucher-amounts.ts'
import type { CallContext } from '#server/http/call.ts'
import { adjustBalance, lockLastVouchers } from '#server/services/adjust-balance.ts'
import { requireApproval } from '#server/services/approval.ts'

/** Pays back what a student paid in advance. */
export async function refundAdvance({ params, body, scope }: CallContext<typeof endpoint>) {
  const { amount, reason } = body
  const how = orThrow(paidBy(body, scope.today))
  const vouchers = await lockLastVouchers(scope, params.rollNo, body.expectedBalance)
  const settlement = orThrow(takeAdvance(vouchers.posted, amount))
  const { voucherNo } = vouchers.posted
  await requireApproval(scope, {
    act: 'refundAdvance',
    moneyOf: { rollNo: params.rollNo, advance: advanceOf(netBalance(vouchers.posted)) },
    rollNo: params.rollNo,
    voucherNo,
    amount,
    balanceChange: amount,
    words: `Paid back: ${formatRupees(amount)}, ${methodAndReference(how)}`,
    reason,
  })
  const refund = { kind: 'refund', reason, paidBy: how } as const
  return { msg: 'Paid back' as const, ...(await adjustBalance(scope, vouchers, settlement, refund)) }
}
