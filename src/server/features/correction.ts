import type * as contract from '#contract/correction.ts'
import { correctedAmount } from '#domain/approval.ts'
import { reversalDay } from '#domain/closed-days.ts'
import { formatRupees, less, nothing, sum } from '#domain/money.ts'
import { orThrow, refuse } from '#domain/outcome.ts'
import { paidBy, samePaidBy } from '#domain/payment-method.ts'
import { settled } from '#domain/payment.ts'
import { refusals } from '#domain/refusals.ts'
import { netBalance } from '#domain/voucher-amounts.ts'
import type { CallContext } from '#server/http/call.ts'
import { lockDrawerOfReceipt } from '#server/records/drawers/drawers.ts'
import { findReceipt, insertPayment, listReceiptsOfVoucher } from '#server/records/receipts/receipts.ts'
import { findVoucherNo } from '#server/records/vouchers/vouchers.ts'
import { lockLastVouchers, lockStudents, requireBalanceOf } from '#server/services/adjust-balance.ts'
import { requireApproval } from '#server/services/approval.ts'
import { lockReceipt, reverseReceipt } from '#server/services/correct-receipts.ts'
import { settleChain } from '#server/services/take-payment.ts'

/** Corrects a receipt of any age; the new receipt has the day of the old one, or today if that day is closed. */
export async function correctReceipt({ params, body, scope }: CallContext<typeof contract.correctReceipt>) {
  const locked = await lockReceipt(scope, params.receiptNo)
  const { voucher, receipt } = locked
  await requireBalanceOf(scope, voucher.rollNo, body.expectedBalance)
  const amount = body.receivedAmount
  const day = reversalDay(receipt.receivedDate, scope.dateRules, scope.today)
  const paymentMethod = amount > 0 ? orThrow(paidBy(body, day, receipt)) : receipt
  if (amount === receipt.amount && samePaidBy(paymentMethod, receipt)) return orThrow(refuse('no-changes'))
  const { reason } = body
  const difference = less(receipt.amount, amount)
  await requireApproval(scope, {
    act: 'correctReceipt',
    moneyFrom: receipt,
    rollNo: voucher.rollNo,
    voucherNo: voucher.voucherNo,
    receiptNo: receipt.receiptNo,
    amount: correctedAmount(receipt.amount, amount, !samePaidBy(paymentMethod, receipt)),
    balanceChange: difference,
    words: `Receipt ${receipt.receiptNo} of ${formatRupees(receipt.amount)} corrected to ${formatRupees(amount)}`,
    reason,
  })
  const made = await reverseReceipt(scope, locked, {
    kind: 'receipt corrected',
    amount,
    paidBy: paymentMethod,
    day,
    reason,
  })
  return { msg: 'Receipt corrected' as const, ...made }
}

/** Moves a receipt to the student who paid it: reverses it here, and writes it there with the same day and method. */
export async function moveReceipt({ params, body, scope }: CallContext<typeof contract.moveReceipt>) {
  const receiptToMove = (await findReceipt(scope, params.receiptNo)) ?? orThrow(refuse('no-receipts'))
  const { toRollNo, reason } = body
  await lockStudents(scope, receiptToMove.rollNo, toRollNo, 'toRollNo')
  const locked = await lockReceipt(scope, params.receiptNo)
  const { amount, receivedDate, method, reference, chequeDate } = locked.receipt
  await requireBalanceOf(scope, receiptToMove.rollNo, body.expectedBalance)
  const day = reversalDay(receivedDate, scope.dateRules, scope.today)
  await requireApproval(scope, {
    act: 'moveReceipt',
    moneyFrom: locked.receipt,
    rollNo: receiptToMove.rollNo,
    voucherNo: receiptToMove.voucherNo,
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

  // The money stays in its drawer.
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

/** Reverses the receipt of a returned cheque on the day of entry, because the money was counted until then. */
export async function returnCheque({ params, body, scope }: CallContext<typeof contract.returnCheque>) {
  const locked = await lockReceipt(scope, params.receiptNo)
  const { voucher, receipt } = locked
  if (receipt.method !== 'cheque') return orThrow(refuse('no-cheque'))
  await requireBalanceOf(scope, voucher.rollNo, body.expectedBalance)
  const { receiptNo, amount, reference } = receipt
  await requireApproval(scope, {
    act: 'returnCheque',
    moneyFrom: receipt,
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

/** Returns the receipts and reversals of a voucher; an empty list if nothing was received yet. */
export async function receiptsOfVoucher({ params, scope }: CallContext<typeof contract.receiptsOfVoucher>) {
  const { voucherNo } = (await findVoucherNo(scope, params.voucherId)) ?? orThrow(refuse('no-vouchers'))
  const receipts = await listReceiptsOfVoucher(scope, voucherNo)
  return { msg: receipts.length === 0 ? refusals['no-receipts'].msg : 'Receipts found', receipts }
}
