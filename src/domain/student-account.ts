import type { AdjustmentKind } from './adjustment.ts'
import type { CalendarDate, Month } from './calendar.ts'
import { nothing, sum, type Money } from './money.ts'
import type { PaidBy, PaymentMethod } from './payment-method.ts'
import type { Account } from './voucher-amounts.ts'
import type { VoucherKind } from './voucher.ts'

/** A positive amount raises the balance of the account, a receipt lowers it, a carried balance does not change it. */
export interface AccountEvent {
  readonly amount: Money
  /** False for the lines of a draft, which is not owed yet. */
  readonly counts: boolean
}

/** Adds the balance after each event, in order; null for an event that does not count. */
export function withRunningBalance<E extends AccountEvent>(
  events: readonly E[],
): (E & { readonly balance: Money | null })[] {
  let balance = nothing
  return events.map((event) => {
    if (!event.counts) return { ...event, balance: null }
    balance = sum(balance, event.amount)
    return { ...event, balance }
  })
}

export interface AccountVoucher extends Account {
  readonly voucherNo: string
  readonly kind: VoucherKind
  readonly month: Month
  readonly issueDate: CalendarDate
  readonly generatedAt: Date
  readonly generatedBy: string
  /** Null if the voucher is not posted, or was not posted when it was replaced or voided. */
  readonly postedAt: Date | null
  readonly note: string
  readonly carriedTo: string | null
  readonly replacedBy: string | null
  readonly voiding: Voiding | null
}

export interface Voiding {
  readonly voidedAt: Date
  readonly voidedBy: string
  readonly reason: string
}

/** The amount of a reversal is negative. */
export interface AccountReceipt extends PaidBy {
  readonly voucherNo: string
  readonly receiptNo: number
  readonly reverses: number | null
  readonly amount: Money
  readonly receivedDate: CalendarDate
  readonly receivedBy: string
  readonly enteredAt: Date
  readonly reason: string
}

export interface Repricing {
  readonly voucherNo: string
  readonly before: Money
  readonly after: Money
  readonly changedOn: CalendarDate
  readonly changedBy: string
  readonly changedAt: Date
}

export interface AccountAdjustment {
  readonly adjustmentNo: number
  readonly kind: AdjustmentKind
  readonly voucherNo: string
  /** The voucher of a reversed receipt, from which the debt moved without changing the student's balance. */
  readonly fromVoucherNo: string | null
  readonly amount: Money
  readonly otherRollNo: number | null
  readonly reverses: number | null
  readonly effectiveDate: CalendarDate
  readonly enteredBy: string
  readonly enteredAt: Date
  readonly reason: string
  readonly method: PaymentMethod | null
  readonly reference: string
}

export interface AccountSources {
  /** Sorted in the order of generation. */
  readonly vouchers: readonly AccountVoucher[]
  /** Sorted by number. */
  readonly receipts: readonly AccountReceipt[]
  readonly repricings: readonly Repricing[]
  readonly adjustments: readonly AccountAdjustment[]
}
