import type * as contract from '#contract/counter.ts'
import type { Money } from '#domain/money.ts'
import { orThrow, refuse } from '#domain/outcome.ts'
import { paidBy } from '#domain/payment-method.ts'
import { receiveInAdvance as settleAdvance, type Settlement } from '#domain/payment.ts'
import { refusals } from '#domain/refusals.ts'
import { requireActive } from '#domain/student.ts'
import type { CallContext } from '#server/http/call.ts'
import { sumRefundsOfDay } from '#server/records/receipts/adjustments.ts'
import { findSlip, listSlipsForOtherDays, listSlipsOfDay } from '#server/records/receipts/receipt-slips.ts'
import {
  insertPayment,
  listOwnReceiptsOfDay,
  listReceiptsByReference,
  sumReceiptsOfDay,
} from '#server/records/receipts/receipts.ts'
import { findStudent, lockStudent } from '#server/records/students/students.ts'
import { findReceivableVoucher, findTypedVoucher } from '#server/records/vouchers/vouchers-as-json.ts'
import { lockLastPostedVoucher, lockLaterVouchers, lockVoucher } from '#server/records/vouchers/vouchers.ts'
import { correctReceipts } from '#server/services/correct-receipts.ts'
import { receivedOn, settleChain, takePayment } from '#server/services/take-payment.ts'

interface PaymentReply {
  readonly msg: 'Voucher Paid' | 'Part payment received'
  readonly receiptNo: number | null
  readonly balance: Money
}

const getPaymentReply = ({ balance, paid }: Settlement, receiptNo: number | null): PaymentReply => ({
  msg: paid ? 'Voucher Paid' : 'Part payment received',
  receiptNo,
  balance,
})

/** Receives a payment at the counter; with `editedBy`, corrects what was received (decisions 3.receipts). */
export async function receivePayment({
  params,
  body,
  scope,
}: CallContext<typeof contract.receivePayment>): Promise<PaymentReply> {
  const commonFields = {
    amount: body.receivedAmount,
    expectedBalance: body.expectedBalance ?? null,
    reason: body.reason,
  }
  const voucher = (await lockVoucher(scope, params.voucherId)) ?? orThrow(refuse('no-vouchers'))
  if (body.editedBy !== '') {
    const correctedFields = { ...commonFields, receivedOn: body.receivedDate, paidBy: body }
    const { correction, receiptNo } = await correctReceipts(scope, voucher, correctedFields)
    return getPaymentReply(correction, receiptNo)
  }
  const day = receivedOn(body.receivedDate, scope)
  const paymentMethod = orThrow(paidBy(body, day))
  const payment = { ...commonFields, receivedOn: day, ...paymentMethod }
  const { settlement, receiptNo } = await takePayment(scope, voucher, payment)
  return getPaymentReply(settlement, receiptNo)
}

/** Finds the voucher on which a student pays, even after departure (decisions 3.arrears, decisions 6.unposted). */
export async function findVoucherOfStudent({
  params,
  scope,
}: CallContext<typeof contract.findVoucherOfStudent>) {
  const voucher = await findReceivableVoucher(scope, params.rollNo)
  if (voucher) return { msg: 'Voucher found' as const, voucher }
  const student = await findStudent(scope, params.rollNo)
  return orThrow(refuse(student ? 'no-vouchers' : 'student-unknown'))
}

/** Finds a voucher in any state by its printed number; the screen shows what can be done with it. */
export async function findVoucher({ params, scope }: CallContext<typeof contract.findVoucher>) {
  const voucher = (await findTypedVoucher(scope, params.voucherId)) ?? orThrow(refuse('no-vouchers'))
  return { msg: 'Voucher found' as const, voucher }
}

/** Receives money if no posted voucher is due; it stays on the last posted one and lowers the arrears of later ones. */
export async function receiveInAdvance({
  params,
  body,
  scope,
}: CallContext<typeof contract.receiveInAdvance>) {
  const day = receivedOn(body.receivedDate, scope)
  const paymentMethod = orThrow(paidBy(body, day))
  const { rollNo } = params
  await lockStudent(scope, rollNo)
  orThrow(requireActive(await findStudent(scope, rollNo)))
  const voucher = (await lockLastPostedVoucher(scope, rollNo)) ?? orThrow(refuse('no-vouchers'))
  const later = await lockLaterVouchers(scope, voucher)
  const amount = body.receivedAmount
  const settlement = orThrow(
    settleAdvance(voucher, { amount, expectedBalance: body.expectedBalance ?? null }),
  )
  const receiptNo = await insertPayment(scope, {
    ...paymentMethod,
    kind: 'advance received',
    voucher,
    amount,
    receivedOn: day,
    reason: body.reason,
    settlement,
  })
  if (later.length > 0) await settleChain(scope, voucher, settlement, later)
  return {
    msg: 'Received in advance' as const,
    receiptNo,
    voucherNo: voucher.voucherNo,
    balance: settlement.balance,
  }
}

/** The warning next to the field has no space for more receipts. */
const maxShown = 3

export async function receiptsByReference({ body, scope }: CallContext<typeof contract.receiptsByReference>) {
  const { method, reference } = body
  return {
    msg: 'Receipts fetched',
    receipts: await listReceiptsByReference(scope, method, reference, maxShown),
  }
}

/** Returns the sums received on a day, by the campus and by the caller. */
export async function receiptsOfDay({ params, scope }: CallContext<typeof contract.receiptsOfDay>) {
  const { campus, mine } = await sumReceiptsOfDay(scope, params.receivedDate)
  const list = await listOwnReceiptsOfDay(scope, params.receivedDate)
  return {
    msg: 'Receipts fetched',
    campusCount: campus.count,
    campusTotal: campus.total,
    mineCount: mine.count,
    mineTotal: mine.total,
    mine: list.toReversed(),
  }
}

export async function findReceipt({ params, scope }: CallContext<typeof contract.findReceipt>) {
  const receipt = (await findSlip(scope, params.receiptNo)) ?? orThrow(refuse('no-receipts'))
  return { msg: 'Receipt found', receipt }
}

/** Returns the slips of a day in the order of their numbers; an empty list if nothing was received. */
export async function receiptSlipsOfDay({ params, scope }: CallContext<typeof contract.receiptSlipsOfDay>) {
  const { receivedDate, whose } = params
  const receipts = await listSlipsOfDay(scope, receivedDate, whose)
  const enteredForOtherDays = await listSlipsForOtherDays(scope, receivedDate, whose)
  const isEmpty = receipts.length + enteredForOtherDays.length === 0
  const msg = isEmpty ? refusals['no-receipts'].msg : 'Receipts found'
  return { msg, receipts, enteredForOtherDays, refunds: await sumRefundsOfDay(scope, receivedDate, whose) }
}
