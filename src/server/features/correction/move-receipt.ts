import type { moveReceipt as endpoint } from '#contract/correction.ts'
import { reversalDay } from '#domain/closed-days.ts'
import { formatRupees, nothing, sum } from '#domain/money.ts'
import { orThrow, refuse } from '#domain/outcome.ts'
import { settled } from '#domain/payment.ts'
import { netBalance } from '#domain/voucher-amounts.ts'
import type { CallContext } from '#server/http/call.ts'
import { lockDrawerOfReceipt } from '#server/records/drawers.ts'
import { findReceipt, insertPayment } from '#server/records/receipts.ts'
import { lockLastVouchers, lockStudents, requireBalanceOf } from '#server/services/adjust-balance.ts'
import { requireApproval } from '#server/services/approval.ts'
import { lockReceipt, reverseReceipt } from '#server/services/reverse-receipt.ts'
import { settleChain } from '#server/services/take-payment.ts'

/** Moves a receipt to the student who paid it: reversed here, written there with the same day and method. */
export async function moveReceipt({ params, body, scope }: CallContext<typeof endpoint>) {
  const found = (await findReceipt(scope, params.receiptNo)) ?? orThrow(refuse('no-receipts'))
  const { toRollNo, reason } = body
  await lockStudents(scope, found.rollNo, toRollNo, 'toRollNo')
  const locked = await lockReceipt(scope, params.receiptNo)
  const { amount, receivedDate, method, reference, chequeDate } = locked.receipt
  await requireBalanceOf(scope, found.rollNo, body.expectedBalance)
  const day = reversalDay(receivedDate, scope.dateRules, scope.today)
  await requireApproval(scope, {
    act: 'moveReceipt',
    moneyOf: locked.receipt,
    rollNo: found.rollNo,
    voucherNo: found.voucherNo,
    receiptNo: params.receiptNo,
    amount,
    balanceChange: amount,
    words: `Receipt ${params.receiptNo} of ${formatRupees(amount)} moved to roll no. ${toRollNo}`,
    reason,
  })
  const { adjustmentNo, balance } = await reverseReceipt(scope, locked, {
    kind: 'receipt corrected',
    amount: nothing,
    paidBy: locked.receipt,
    day,
    reason,
  })

  // The money stays where it is.
  const drawer = await lockDrawerOfReceipt(scope, params.receiptNo)
  const { posted, later } = await lockLastVouchers(scope, toRollNo)
  const settlement = settled({ ...posted, received: sum(posted.received, amount) })
  const receiptNo = await insertPayment(scope, {
    kind: netBalance(posted) > 0 ? 'payment received' : 'advance received',
    voucher: posted,
    amount,
    receivedOn: day,
    reason,
    settlement,
    method,
    reference,
    chequeDate,
    drawer,
  })
  await settleChain(scope, posted, settlement, later)
  return { msg: 'Receipt moved' as const, receiptNo, adjustmentNo, balance, otherBalance: settlement.balance }
}
