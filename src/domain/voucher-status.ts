import type { CalendarDate } from './calendar.ts'
import type { Account } from './voucher-amounts.ts'
import { netBalance } from './voucher-amounts.ts'

/** The states of a voucher, the settled ones first; `to-do` is one that is not posted. */
export const voucherStatuses = ['paid', 'advance', 'part', 'unpaid', 'overdue', 'carried', 'to-do'] as const
export type VoucherStatus = (typeof voucherStatuses)[number]

interface DatedAccount extends Account {
  readonly dueDate: CalendarDate
  readonly paid: boolean
  readonly posted: boolean
  /** The number of the voucher that took over its balance. */
  readonly carriedTo: string | null
}

/**
 * The state of a voucher on a day. One that is not posted is neither paid nor owed yet, whatever its balance; a debt that a
 * later voucher took over is carried, not owed twice.
 */
export function voucherStatus(voucher: DatedAccount, today: CalendarDate): VoucherStatus {
  if (!voucher.posted) return 'to-do'
  if (voucher.paid) return netBalance(voucher) < 0 ? 'advance' : 'paid'
  if (voucher.carriedTo !== null) return 'carried'
  if (voucher.dueDate < today) return 'overdue'
  return voucher.received > 0 ? 'part' : 'unpaid'
}
