import type { CalendarDate } from './calendar.ts'
import type { Money } from './money.ts'

/** Settled states come first; `to-do` means not posted. */
export const voucherStatuses = ['paid', 'advance', 'part', 'unpaid', 'overdue', 'carried', 'to-do'] as const
export type VoucherStatus = (typeof voucherStatuses)[number]

export const voucherStatusWords: Readonly<Record<VoucherStatus, string>> = {
  paid: 'Paid',
  advance: 'Advance',
  part: 'Part',
  unpaid: 'Unpaid',
  overdue: 'Overdue',
  carried: 'Carried',
  'to-do': 'Not posted',
}

export interface MarkedVoucher {
  readonly paid: boolean
  readonly posted: boolean
  readonly received: Money
  /** The due date of the posted debt that the voucher carries; null if there is none, or a later one carries it. */
  readonly dueSince: CalendarDate | null
}

function debtStatus({ dueSince, received }: MarkedVoucher, today: CalendarDate): VoucherStatus {
  if (dueSince === null) return 'carried'
  if (dueSince < today) return 'overdue'
  return received > 0 ? 'part' : 'unpaid'
}

/**
 * Returns the marks of a voucher with this balance on a day. A draft is not owed: it has `to-do`, and the state of the
 * posted debt that it carries, if any. A debt that a later posted voucher took over is not owed twice (decisions 7).
 */
export function voucherMarks(
  voucher: MarkedVoucher,
  balance: Money,
  today: CalendarDate,
): readonly VoucherStatus[] {
  if (!voucher.posted) return voucher.dueSince === null ? ['to-do'] : [debtStatus(voucher, today), 'to-do']
  if (voucher.paid) return [balance < 0 ? 'advance' : 'paid']
  return [debtStatus(voucher, today)]
}
