import type { receivePayment as endpoint } from '#contract/counter.ts'
import { orThrow, refuse } from '#domain/outcome.ts'
import { paidBy } from '#domain/payment-method.ts'
import type { CallContext } from '#server/http/call.ts'
import { lockVoucher } from '#server/records/vouchers.ts'
import { correctReceipts } from '#server/services/correct-receipts.ts'
import { getPaymentReply, type PaymentReply } from '#server/services/payment-reply.ts'
import { receivedOn, takePayment } from '#server/services/take-payment.ts'

/** Receives a payment at the counter; with `editedBy` it corrects what was received (decisions 3.receipts). */
export async function receivePayment({
  params,
  body,
  scope,
}: CallContext<typeof endpoint>): Promise<PaymentReply> {
  const wanted = {
    amount: body.receivedAmount,
    expectedBalance: body.expectedBalance ?? null,
    reason: body.reason,
  }
  const voucher = (await lockVoucher(scope, params.voucherId)) ?? orThrow(refuse('no-vouchers'))
  if (body.editedBy !== '') {
    const correct = { ...wanted, receivedOn: body.receivedDate, paidBy: body }
    const { correction, receiptNo } = await correctReceipts(scope, voucher, correct)
    return getPaymentReply(correction, receiptNo)
  }
  const day = receivedOn(body.receivedDate, scope)
  const how = orThrow(paidBy(body, day))
  const payment = { ...wanted, receivedOn: day, ...how }
  const { settlement, receiptNo } = await takePayment(scope, voucher, payment)
  return getPaymentReply(settlement, receiptNo)
}
