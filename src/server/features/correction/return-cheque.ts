import type { returnCheque as endpoint } from '#contract/correction.ts'
import { formatRupees, nothing } from '#domain/money.ts'
import { orThrow, refuse } from '#domain/outcome.ts'
import type { CallContext } from '#server/http/call.ts'
import { requireBalanceOf } from '#server/services/adjust-balance.ts'
import { requireApproval } from '#server/services/approval.ts'
import { lockReceipt, reverseReceipt } from '#server/services/reverse-receipt.ts'

/** Takes back a receipt of any age whose cheque was returned: on the day on which it is entered, for the money was counted until then. */
export async function returnCheque({ params, body, scope }: CallContext<typeof endpoint>) {
  const locked = await lockReceipt(scope, params.receiptNo)
  const { voucher, receipt } = locked
  if (receipt.method !== 'cheque') return orThrow(refuse('no-cheque'))
  await requireBalanceOf(scope, voucher.rollNo, body.expectedBalance)
  const { receiptNo, amount, reference } = receipt
  await requireApproval(scope, {
    act: 'returnCheque',
    moneyOf: receipt,
    rollNo: voucher.rollNo,
    voucherNo: voucher.voucherNo,
    receiptNo,
    amount,
    balanceChange: amount,
    words: `Cheque ${reference} of receipt ${receiptNo}, ${formatRupees(amount)}, returned`,
    reason: body.reason,
  })
  const { adjustmentNo, balance } = await reverseReceipt(scope, locked, {
    kind: 'cheque returned',
    amount: nothing,
    paidBy: receipt,
    day: scope.today,
    reason: body.reason,
  })
  return { msg: 'Cheque returned' as const, adjustmentNo, balance }
}
