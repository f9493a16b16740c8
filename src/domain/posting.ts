// Months that can be posted (decisions 6.months), and vouchers that can be unposted (decisions 3.receipts.unpost).

import {
  addMonths,
  compareMonths,
  daysInPeriod,
  formatMonth,
  monthOf,
  type CalendarDate,
  type Month,
} from './calendar.ts'
import type { Money } from './money.ts'
import { accept, refuseFields, type Outcome } from './outcome.ts'
import type { VoucherKind } from './voucher.ts'

export function postableMonths(today: CalendarDate): { readonly first: Month; readonly last: Month } {
  const current = monthOf(today)
  const sixAhead = addMonths(current, 6)
  const december = { year: current.year, month: 12 }
  return {
    first: addMonths(current, -5),
    last: compareMonths(sixAhead, december) > 0 ? sixAhead : december,
  }
}

/** Returns true if vouchers of the month can be generated and posted. */
export function isPostable(month: Month, today: CalendarDate): boolean {
  const { first, last } = postableMonths(today)
  return compareMonths(month, first) >= 0 && compareMonths(month, last) <= 0
}

/** `Choose a month from June 2026 to May 2027`. */
export function choosePostableMonth(today: CalendarDate): string {
  const { first, last } = postableMonths(today)
  return `Choose a month from ${formatMonth(first)} to ${formatMonth(last)}`
}

export const requirePostable = (month: Month, today: CalendarDate, field: string): Outcome<Month> =>
  isPostable(month, today) ? accept(month) : refuseFields({ field, message: choosePostableMonth(today) })

/** Returns true if a fee period is longer than any month, although a voucher charges one month only. */
export const isLongPeriod = (from: CalendarDate, to: CalendarDate): boolean => daysInPeriod(from, to) > 31

export type WhyPosted = 'admission' | 'opening' | 'received' | 'corrected'

interface PostedVoucher {
  readonly kind: VoucherKind
  readonly received: Money
  /** True if the voucher, or a voucher that it replaced, ever had a receipt, reversed or not. */
  readonly hasReceipts: boolean
}

/** Returns the reason to stay posted: admission (spec 4.voucher.admission), opening or receipts; null for none. */
export function whyStaysPosted({ kind, received, hasReceipts }: PostedVoucher): WhyPosted | null {
  if (kind !== 'monthly') return kind
  if (received > 0) return 'received'
  return hasReceipts ? 'corrected' : null
}
