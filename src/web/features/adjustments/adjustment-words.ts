import type { Adjustment } from '#contract/adjustments.ts'
import { methodAndReference } from '#domain/payment-method.ts'

/** One line such as `to roll number 7; Brother pays`. */
export function detailOf(adjustment: Adjustment): string {
  const { amount, method, reference, reverses, reversedBy, otherRollNo, receiptNo, reason } = adjustment
  const parts = [
    reverses === null ? '' : `takes back no. ${reverses}`,
    reversedBy === null ? '' : `taken back by no. ${reversedBy}`,
    otherRollNo === null ? '' : `${amount > 0 ? 'to' : 'from'} roll number ${otherRollNo}`,
    receiptNo === null
      ? ''
      : `receipt ${receiptNo} of ${adjustment.fromVoucherNo}, owed on ${adjustment.voucherNo}`,
    method === null ? '' : methodAndReference({ method, reference }),
    reason,
  ]
  return parts.filter((part) => part !== '').join('; ')
}
