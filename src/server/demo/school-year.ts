import {
  addDays,
  addMonths,
  dateAt,
  daysBetween,
  firstOfMonth,
  lastOfMonth,
  monthOf,
  type CalendarDate,
  type Month,
} from '#domain/calendar.ts'

/** The numbers of the three months: 0 is the oldest, 2 is the current month. */
export const monthNumbers = [0, 1, 2] as const
export type MonthNumber = (typeof monthNumbers)[number]

/** A month of the three, as far as it has passed. */
export interface SchoolMonth {
  readonly month: Month
  readonly first: CalendarDate
  readonly last: CalendarDate
  /** The last day of the month so far; never in the future. */
  readonly until: CalendarDate
}

export interface SchoolYear {
  readonly today: CalendarDate
  /** The share of the morning that has passed, from 0 to 1; everything of today happens in the morning. */
  readonly morning: number
  readonly months: Readonly<Record<MonthNumber, SchoolMonth>>
  /** The day of the last promotion, long enough ago that the next promotion can be tried. */
  readonly began: CalendarDate
}

const aprilFirst = (year: number): CalendarDate => firstOfMonth({ year, month: 4 })

const promotedDaysAgo = 180

/** Everything of today has happened by this time of day. */
const morningEnds = 10 * 3600

export function schoolYear(now: Date): SchoolYear {
  const today = dateAt(now)
  const seconds = (now.getTime() - new Date(clockTime(today, 0)).getTime()) / 1000
  const monthAgo = (back: number): SchoolMonth => {
    const month = addMonths(monthOf(today), -back)
    const last = lastOfMonth(month)
    return { month, first: firstOfMonth(month), last, until: last < today ? last : today }
  }
  const { year } = monthOf(addDays(today, -promotedDaysAgo))
  const spring = aprilFirst(year)
  const began = daysBetween(spring, today) >= promotedDaysAgo ? spring : aprilFirst(year - 1)
  return {
    today,
    morning: Math.min(1, seconds / morningEnds),
    months: { 0: monthAgo(2), 1: monthAgo(1), 2: monthAgo(0) },
    began,
  }
}

const aSunday = firstOfMonth({ year: 2023, month: 1 })

/** Returns the Monday after a Sunday if it is not after `latest`; otherwise the date itself. */
export function openDay(date: CalendarDate, latest: CalendarDate): CalendarDate {
  if (daysBetween(aSunday, date) % 7 !== 0) return date
  const monday = addDays(date, 1)
  return monday <= latest ? monday : date
}

/** Returns the day on which a share (0 to 1) of the days from one date to another has passed. */
export const dayBetween = (from: CalendarDate, to: CalendarDate, share: number): CalendarDate =>
  openDay(addDays(from, Math.floor((daysBetween(from, to) + 1) * share)), to)

const twoDigits = (value: number): string => String(Math.floor(value)).padStart(2, '0')

/** Returns an instant of a day in the campus's time zone, as text that sorts. */
export function clockTime(date: CalendarDate, secondsOfDay: number): string {
  const fraction = (secondsOfDay % 1).toFixed(3).slice(1)
  const time = [secondsOfDay / 3600, (secondsOfDay / 60) % 60, secondsOfDay % 60].map(twoDigits).join(':')
  return `${date}T${time}${fraction === '.000' ? '' : fraction}+05:00`
}

/** Returns a time on a date; times of today are moved earlier, in the same order, so that none is in the future. */
export const timeOn = ({ today, morning }: SchoolYear, date: CalendarDate, secondsOfDay: number): string =>
  clockTime(date, date === today ? Math.floor(secondsOfDay * morning * 100) / 100 : secondsOfDay)

/** Compares two texts by their characters, for sorting. */
export const compareText = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)
