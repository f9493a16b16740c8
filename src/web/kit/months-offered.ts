import { compareMonths, monthOf, type CalendarDate, type Month } from '#domain/calendar.ts'
import { isPostable } from '#domain/posting.ts'

export interface OfferedMonth extends Month {
  /** The number of its vouchers that wait. */
  readonly count: number
}

export const isSameMonth = (one: Month, other: Month): boolean => compareMonths(one, other) === 0

/**
 * Returns in order: the current month to December, other months with waiting vouchers, and the chosen one (spec 5.posting.months,
 * decisions 6.months).
 */
export function monthsOffered(
  today: CalendarDate,
  waiting: readonly OfferedMonth[],
  chosen: Month | null = null,
): OfferedMonth[] {
  const { year, month } = monthOf(today)
  const toDecember = Array.from({ length: 13 - month }, (_, ahead) => ({ year, month: month + ahead }))
  const quiet = [...toDecember, ...(chosen ? [chosen] : [])]
  const offered = [...waiting]
  for (const other of quiet) {
    if (!offered.some((there) => isSameMonth(there, other))) offered.push({ ...other, count: 0 })
  }
  return offered.toSorted(compareMonths)
}

/** The chosen month; one that cannot be posted counts only while vouchers of it wait. */
export function openMonth(
  chosen: Month | null,
  today: CalendarDate,
  waiting: readonly Month[],
): Month | null {
  if (chosen === null || isPostable(chosen, today)) return chosen
  return waiting.some((other) => isSameMonth(other, chosen)) ? chosen : null
}

/** The option's value: the month's number (spec 5.posting.month-numbers), with the year if it is not this one. */
export const valueOfMonth = ({ year, month }: Month, today: CalendarDate): string =>
  year === monthOf(today).year ? String(month) : `${year}-${month}`
