import type { correctReceipt as endpoint } from '#contract/correction.ts'
import { correctedAmount } from '#domain/approval.ts'
import { reversalDay } from '#domain/closed-days.ts'
import { formatRupees, less } from '#domain/money.ts'
import { orThrow, refuse } from '#domain/outcome.ts'
import { paidBy, samePaidBy } from '#domain/payment-method.ts'
import type { CallContext } from '#server/http/call.ts'
import { requireBalanceOf } from '#server/services/adjust-balance.ts'
import { requireApproval } from '#server/services/approval.ts'
import { lockReceipt, reverseReceipt } from '#server/services/reverse-receipt.ts'

/** Corrects one receipt of any age; the new receipt has the day of the old one, or today where that is closed. */
export async function correctReceipt({ params, body, scope }: CallContext<typeof endpoint>) {
  const locked = await lockReceipt(scope, params.receiptNo)
  const { voucher, receipt } = locked
  await requireBalanceOf(scope, voucher.rollNo, body.expectedBalance)
  const amount = body.receivedAmount
  const day = reversalDay(receipt.receivedDate, scope.dateRules, scope.today)
  const how = amount > 0 ? orThrow(paidBy(body, day, receipt)) : receipt
  if (amount === receipt.amount && samePaidBy(how, receipt)) return orThrow(refuse('no-changes'))
  const { reason } = body
  const difference = less(receipt.amount, amount)
  await requireApproval(scope, {
    act: 'correctReceipt',
    moneyOf: receipt,
    rollNo: voucher.rollNo,
    voucherNo: voucher.voucherNo,
    receiptNo: receipt.receiptNo,
    amount: correctedAmount(receipt.amount, amount, !samePaidBy(how, receipt)),
    balanceChange: difference,
    words: `Receipt ${receipt.receiptNo} of ${formatRupees(receipt.amount)} corrected to ${formatRupees(amount)}`,
    reason,
  })
  const made = await reverseReceipt(scope, locked, {
    kind: 'receipt corrected',
    amount,
    paidBy: how,
    day,
    reason,
  })
  return { msg: 'Receipt corrected' as const, ...made }
}
