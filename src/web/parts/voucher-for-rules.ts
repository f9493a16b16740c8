import type { VoucherReply } from '#contract/voucher.ts'
import { byHead, feeHeads } from '#domain/fee-heads.ts'
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
  ...byHead(feeHeads, ({ key }) => rupees(onWire[key])),
  arrears: rupees(onWire.arrears),
  received: rupees(onWire.receivedAmount),
})
