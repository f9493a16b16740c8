import type { receivePayment as endpoint } from '#contract/receipts.ts'
import { orThrow, refuse } from '#domain/outcome.ts'
import type { Call } from '#server/http/mount.ts'
import { correctReceipts } from './correct-receipts.ts'
import { receivedOn, takePayment } from './take-payment.ts'
import { told, type Received } from './told.ts'

/** Takes a payment at the counter; with `editedBy` it corrects what was received (decisions 3.receipts). */
export async function receivePayment(call: Call<typeof endpoint>): Promise<Received> {
  const { params, body, records, today } = call
  const day = receivedOn(body.receivedDate, today)
  const voucher = (await records.vouchers.lockWithStudent(params.voucherId)) ?? orThrow(refuse('no-vouchers'))
  if (body.editedBy !== '') return correctReceipts(call, voucher, day)

  const { settlement, receiptNo } = await takePayment(records, voucher, {
    amount: body.receivedAmount,
    expectedBalance: body.expectedBalance ?? null,
    receivedOn: day,
    reason: body.reason,
  })
  return told(settlement, receiptNo)
}
