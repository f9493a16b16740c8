import { inRupees } from '#domain/money.ts'
import type { Settlement } from '#domain/voucher.ts'

export interface Received {
  readonly msg: 'Voucher Paid' | 'Part payment received'
  readonly receiptNo: number | null
  /** Rupees. */
  readonly balance: number
}

/** What the counter is told after money moved. */
export const told = ({ balance, paid }: Settlement, receiptNo: number | null): Received => ({
  msg: paid ? 'Voucher Paid' : 'Part payment received',
  receiptNo,
  balance: inRupees(balance),
})
