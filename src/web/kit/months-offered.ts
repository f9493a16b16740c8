import { compareMonths, monthOf, type CalendarDate, type Month } from '#domain/calendar.ts'
import { isPostable } from '#domain/posting.ts'

export interface OfferedMonth extends Month {
  /** The number of its vouchers to post. */
  readonly count: number
}

export const isSameMonth = (one: Month, other: Month): boolean => compareMonths(one, other) === 0

/**
 * Returns in order: the current month to December, other months with vouchers to post, and the chosen month (spec
 * 5.posting.months, decisions 6.months).
 */
export function monthsOffered(
  today: CalendarDate,
  waiting: readonly OfferedMonth[],
  chosen: Month | null = null,
): OfferedMonth[] {
  const { year, month } = monthOf(today)
  const toDecember = Array.from({ length: 13 - month }, (_, offset) => ({ year, month: month + offset }))
  const candidates = [...toDecember, ...(chosen ? [chosen] : [])]
  const offered = [...waiting]
  for (const other of candidates) {
    if (!offered.some((known) => isSameMonth(known, other))) offered.push({ ...other, count: 0 })
  }
  return offered.toSorted(compareMonths)
}

/** Returns the chosen month; null if it cannot be posted and has no vouchers to post. */
export function openMonth(
  chosen: Month | null,
  today: CalendarDate,
  waiting: readonly Month[],
): Month | null {
  if (chosen === null || isPostable(chosen, today)) return chosen
  return waiting.some((other) => isSameMonth(other, chosen)) ? chosen : null
}

/** The option's value: the month's number (spec 5.posting.month-numbers), with the year if it is not this year. */
export const valueOfMonth = ({ year, month }: Month, today: CalendarDate): string =>
  year === monthOf(today).year ? String(month) : `${year}-${month}`
