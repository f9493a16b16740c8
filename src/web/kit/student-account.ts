import { studentAccount, type AccountVoucherReply } from '#contract/student-account.ts'
import { daysBetween, formatDate, formatMonth, type CalendarDate } from '#domain/calendar.ts'
import { count } from '#domain/count.ts'
import { formatRupees, less, type Money } from '#domain/money.ts'
import type { Reply } from '#web/api/call.ts'
import { useCall } from '#web/api/queries.ts'

export type StudentAccount = Reply<typeof studentAccount>
/** A voucher that is not paid in full. */
export type UnpaidVoucher = StudentAccount['unpaid'][number]
export type FamilyMember = StudentAccount['family'][number]

/** Loads an account unless `rollNo` is null. Never uses the cache: another desk may have received money since. */
export function useStudentAccount(rollNo: number | null) {
  return useCall(
    studentAccount,
    { params: { rollNo: rollNo ?? 0 } },
    { enabled: rollNo !== null, gcTime: 0, refetchOnWindowFocus: true },
  )
}

/** True for the receipts of the latest posted voucher (decisions 3.corrections, decisions 6.unposted). */
export const isCorrectable = (voucherNo: string, vouchers: readonly AccountVoucherReply[]): boolean =>
  vouchers.findLast(({ posted }) => posted)?.voucherNo === voucherNo

export const rupeesText = (amount: Money): string => `Rs ${formatRupees(amount)}`

/** Returns `Left owing Rs 9,000: moved to Karachi`, the debt agreed when the student left. */
export const leftOwingWords = ({ amount, reason }: NonNullable<StudentAccount['leftOwing']>): string =>
  `Left owing ${rupeesText(amount)}: ${reason}`

/** Returns `40 days late`; null up to the due date. */
export function lateWords(dueDate: CalendarDate, today: CalendarDate): string | null {
  const days = daysBetween(dueDate, today)
  return days > 0 ? `${count(days, 'day')} late` : null
}

/** Returns `October 2026 · Rs 4,500 · due 11 Oct 2026`; a part payment adds the amount received. */
export function unpaidWords({ unpaid, amount, dueDate, year, month }: UnpaidVoucher): string {
  const part = unpaid === amount ? '' : ` · ${rupeesText(less(amount, unpaid))} received`
  return `${formatMonth({ year, month })} · ${rupeesText(unpaid)} · due ${formatDate(dueDate)}${part}`
}

/** Returns a `tel:` address without blanks, hyphens and other non-digits. */
export const telephoneLink = (number: string): string => `tel:${number.replaceAll(/[^+\d]/g, '')}`
