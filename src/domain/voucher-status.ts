import type { CalendarDate } from './calendar.ts'
import type { Money } from './money.ts'

/** Settled states come first; `unpaid` is not due yet, and `to-do` means not posted. */
export const voucherStatuses = ['paid', 'advance', 'unpaid', 'overdue', 'carried', 'to-do'] as const
export type VoucherStatus = (typeof voucherStatuses)[number]

export const voucherStatusWords: Readonly<Record<VoucherStatus, string>> = {
  paid: 'Paid',
  advance: 'Advance',
  unpaid: 'Not due yet',
  overdue: 'Overdue',
  carried: 'Carried',
  'to-do': 'Not posted',
}

export interface MarkedVoucher {
  readonly paid: boolean
  readonly posted: boolean
  /** The due date of the posted debt that the voucher carries; null if there is none, or a later one carries it. */
  readonly dueSince: CalendarDate | null
}

/** Returns the state of a debt (decisions 7): not due up to and on its due date, overdue from the next day. */
export const debtStatus = (dueSince: CalendarDate, today: CalendarDate): 'overdue' | 'unpaid' =>
  dueSince < today ? 'overdue' : 'unpaid'

const carriedStatus = ({ dueSince }: MarkedVoucher, today: CalendarDate): VoucherStatus =>
  dueSince === null ? 'carried' : debtStatus(dueSince, today)

/**
 * Returns the marks of a voucher with this balance on a day. A draft is not owed: it has `to-do`, and the state of the
 * posted debt that it carries, if any. A debt that a later posted voucher carries is not owed twice (decisions 7).
 */
export function voucherMarks(
  voucher: MarkedVoucher,
  balance: Money,
  today: CalendarDate,
): readonly VoucherStatus[] {
  if (!voucher.posted) return voucher.dueSince === null ? ['to-do'] : [carriedStatus(voucher, today), 'to-do']
  if (voucher.paid) return [balance < 0 ? 'advance' : 'paid']
  return [carriedStatus(voucher, today)]
}
