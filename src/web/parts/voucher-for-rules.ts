import type { VoucherReply } from '#contract/voucher.ts'
import { rupees } from '#domain/money.ts'
import type { Voucher } from '#domain/voucher.ts'

/** A voucher as the rules take it: the rupees of the wire in paisa, so that screens sum nothing themselves. */
export const voucherForRules = (onWire: VoucherReply): Voucher => ({
  voucherNo: onWire.voucherNo,
  rollNo: onWire.rollNo,
  posted: onWire.posted,
  paid: onWire.feePaid,
  carriedTo: onWire.carriedTo,
  replacedBy: onWire.replacedBy,
  monthlyFee: rupees(onWire.monthlyFee),
  discount: rupees(onWire.discount),
  registrationFee: rupees(onWire.registrationFee),
  admissionFee: rupees(onWire.admissionFee),
  examinationFee: rupees(onWire.examinationFee),
  fine: rupees(onWire.fine),
  arrears: rupees(onWire.arrears),
  received: rupees(onWire.receivedAmount),
})
