import type { CalendarDate } from './calendar.ts'
import type { Account } from './voucher-amounts.ts'
import { netBalance } from './voucher-amounts.ts'

/** The states of a voucher, the settled ones first. */
export const voucherStatuses = ['paid', 'advance', 'part', 'unpaid', 'overdue', 'carried'] as const
export type VoucherStatus = (typeof voucherStatuses)[number]

interface DatedAccount extends Account {
  readonly dueDate: CalendarDate
  readonly paid: boolean
  /** The number of the voucher that took over its balance. */
  readonly carriedTo: string | null
}

/** The state of a voucher on a day: a debt that a later voucher took over is carried, not owed twice. */
export function voucherStatus(voucher: DatedAccount, today: CalendarDate): VoucherStatus {
  if (voucher.paid) return netBalance(voucher) < 0 ? 'advance' : 'paid'
  if (voucher.carriedTo !== null) return 'carried'
  if (voucher.dueDate < today) return 'overdue'
  return voucher.received > 0 ? 'part' : 'unpaid'
}
