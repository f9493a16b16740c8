import type { receiveInAdvance as endpoint } from '#contract/counter.ts'
import { orThrow, refuse } from '#domain/outcome.ts'
import { paidBy } from '#domain/payment-method.ts'
import { receiveInAdvance as settleAdvance } from '#domain/payment.ts'
import { requireActive } from '#domain/student.ts'
import type { CallContext } from '#server/http/call.ts'
import { insertPayment } from '#server/records/receipts.ts'
import { findStudent, lockStudent } from '#server/records/students.ts'
import { lockLastPostedVoucher, lockLaterVouchers } from '#server/records/vouchers.ts'
import { receivedOn as dayReceived, settleChain } from '#server/services/take-payment.ts'

/**
 * Receives money from a student who owes nothing on posted vouchers: it stays on the last of them as an advance, and
 * lowers the arrears of unposted and of future ones.
 */
export async function receiveInAdvance({ params, body, scope }: CallContext<typeof endpoint>) {
  const receivedOn = dayReceived(body.receivedDate, scope)
  const how = orThrow(paidBy(body, receivedOn))
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
    ...how,
    kind: 'advance received',
    voucher,
    amount,
    receivedOn,
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
