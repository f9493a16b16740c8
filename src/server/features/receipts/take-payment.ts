import type { CalendarDate } from '#domain/calendar.ts'
import { orRefuse, refuseFields } from '#domain/outcome.ts'
import { receivePayment as decide, type Payment, type Settlement, type Voucher } from '#domain/voucher.ts'
import type { Inside } from '#server/http/mount.ts'

/** A receipt's date is the day it is entered, or an earlier one. */
export function receivedOn(given: CalendarDate | undefined, today: CalendarDate): CalendarDate {
  const day = given ?? today
  if (day > today) orRefuse(refuseFields({ field: 'receivedDate', message: 'This day is yet to come' }))
  return day
}

interface PaymentTaken extends Payment {
  readonly receivedOn: CalendarDate
  readonly reason: string
}

/** Writes the receipt of a payment on a voucher that is held, settles what the voucher had carried and tells history. */
export async function takePayment(
  records: Inside['records'],
  voucher: Voucher,
  payment: PaymentTaken,
): Promise<{ readonly settlement: Settlement; readonly receiptNo: number }> {
  const settlement = orRefuse(decide(voucher, payment))
  const receiptNo = await records.receipts.writePayment({ ...payment, voucher, settlement })
  if (settlement.paid) await records.vouchers.settleCarried(voucher.voucherNo, true)
  return { settlement, receiptNo }
}
