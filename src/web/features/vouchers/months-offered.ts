import { monthMeant, monthOf, type CalendarDate, type Month } from '#domain/calendar.ts'

export interface OfferedMonth extends Month {
  /** How many of its vouchers wait. */
  readonly count: number
}

const inOrder = (one: Month, other: Month) => one.year - other.year || one.month - other.month

const isSame = (one: Month, other: Month) => inOrder(one, other) === 0

/**
 * From the current month to December, and any other month that still has vouchers waiting (spec §5, decisions §3);
 * in order, and only those that a bare month number reaches.
 */
export function monthsOffered(today: CalendarDate, waiting: readonly OfferedMonth[]): OfferedMonth[] {
  const { year, month } = monthOf(today)
  const toDecember = Array.from({ length: 13 - month }, (_, ahead) => ({
    year,
    month: month + ahead,
    count: 0,
  }))
  const quiet = toDecember.filter((offered) => !waiting.some((other) => isSame(offered, other)))
  return [...waiting, ...quiet]
    .filter((offered) => isSame(monthMeant(offered.month, today), offered))
    .toSorted(inOrder)
}
