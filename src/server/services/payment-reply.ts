import type { Money } from '#domain/money.ts'
import type { Settlement } from '#domain/payment.ts'

export interface PaymentReply {
  readonly msg: 'Voucher Paid' | 'Part payment received'
  readonly receiptNo: number | null
  readonly balance: Money
}

/** The reply of the counter after a payment or a correction. */
export const getPaymentReply = ({ balance, paid }: Settlement, receiptNo: number | null): PaymentReply => ({
  msg: paid ? 'Voucher Paid' : 'Part payment received',
  receiptNo,
  balance,
})
