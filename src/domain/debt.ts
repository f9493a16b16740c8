import { compareMonths, daysBetween, formatDay, type CalendarDate, type Month } from './calendar.ts'
import { count } from './count.ts'
import { formatRupees, less, nothing, opposite, paisa, sum, type Money } from './money.ts'

/** A voucher of a student that was neither replaced nor voided. */
export interface ChargedVoucher {
  readonly month: Month
  readonly chainNo: number
  readonly dueDate: CalendarDate
  readonly posted: boolean
  /** The voucher's own charges, without arrears; for an opening voucher its balance, negative for an advance. */
  readonly amount: Money
  readonly netBalance: Money
}

export interface Debt<V> {
  /** The balance of the last posted voucher; negative if paid in advance, 0 if none is posted. */
  readonly balance: Money
  /** The sum of `overdue` and `notDue`. */
  readonly owed: Money
  readonly overdue: Money
  readonly notDue: Money
  readonly advance: Money
  /** The charges of drafts after the last posted voucher, which are not owed yet. */
  readonly notPosted: Money
  /** The vouchers that are not paid in full, oldest month first; their unpaid parts add up to `owed`. */
  readonly unpaid: readonly (V & { readonly unpaid: Money })[]
  /** The earliest due date of the unpaid vouchers; null if nothing is owed. */
  readonly dueSince: CalendarDate | null
}

interface UnpaidPart {
  readonly dueDate: CalendarDate
  readonly unpaid: Money
}

/** Sorts by month, then by generation: the order in which money pays vouchers (decisions 7). */
const byMonth = (
  one: Pick<ChargedVoucher, 'month' | 'chainNo'>,
  other: Pick<ChargedVoucher, 'month' | 'chainNo'>,
): number => compareMonths(one.month, other.month) || one.chainNo - other.chainNo

const earlier = (one: CalendarDate | null, other: CalendarDate): CalendarDate =>
  one !== null && one < other ? one : other

/** Returns the vouchers that count as owed: all up to the last posted one. */
const upToLastPosted = <V extends Pick<ChargedVoucher, 'posted'>>(valid: readonly V[]): readonly V[] =>
  valid.slice(0, valid.findLastIndex(({ posted }) => posted) + 1)

/** Sums the parts that were due before a day (decisions 7). */
export const overdueIn = (unpaid: readonly UnpaidPart[], day: CalendarDate): Money =>
  sum(nothing, ...unpaid.filter(({ dueDate }) => dueDate < day).map((part) => part.unpaid))

/**
 * Computes the debt from vouchers in order of generation (decisions 7). Drafts after the last posted one are not owed.
 * Money pays the oldest month first, so the newest months are owed; a debt beyond all charges belongs to the oldest.
 */
export function studentDebt<V extends ChargedVoucher>(valid: readonly V[], day: CalendarDate): Debt<V> {
  const counted = upToLastPosted(valid)
  const balance = counted.at(-1)?.netBalance ?? nothing
  const owed = paisa(Math.max(0, balance))
  const unpaid: (V & { readonly unpaid: Money })[] = []
  let left = owed
  let dueSince: CalendarDate | null = null
  for (const [index, voucher] of counted.toSorted(byMonth).toReversed().entries()) {
    const isOldest = index === counted.length - 1
    const part = isOldest ? left : paisa(Math.max(0, Math.min(left, voucher.amount)))
    if (part === 0) continue
    unpaid.unshift({ ...voucher, unpaid: part })
    left = less(left, part)
    dueSince = earlier(dueSince, voucher.dueDate)
  }
  const overdue = overdueIn(unpaid, day)
  return {
    balance,
    owed,
    overdue,
    notDue: less(owed, overdue),
    advance: balance < 0 ? opposite(balance) : nothing,
    notPosted: less(valid.at(-1)?.netBalance ?? nothing, balance),
    unpaid,
    dueSince,
  }
}

/** `11 Sep · 76 days` for a debt that is overdue; `due 6 Dec` up to its due date. */
export function dueWords(dueSince: CalendarDate, today: CalendarDate): string {
  const days = daysBetween(dueSince, today)
  const day = formatDay(dueSince, today)
  return days > 0 ? `${day} · ${count(days, 'day')}` : `due ${day}`
}

/** `overdue since 11 Sep · 76 days`, or `due 6 Dec`. */
const debtWords = (dueSince: CalendarDate, today: CalendarDate): string =>
  `${dueSince < today ? 'overdue since ' : ''}${dueWords(dueSince, today)}`

interface Owed {
  readonly owed: Money
  readonly overdue: Money
  readonly dueSince: CalendarDate
}

/** `Rs 12,100 overdue since 11 Sep · 76 days`, or `Rs 5,400 due 6 Dec` if nothing is overdue. */
export const owedWords = ({ owed, overdue, dueSince }: Owed, today: CalendarDate): string =>
  `Rs ${formatRupees(overdue > 0 ? overdue : owed)} ${debtWords(dueSince, today)}`
