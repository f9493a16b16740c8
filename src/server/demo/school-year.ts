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

/** 0 is the oldest, 2 is today's. */
export const monthNumbers = [0, 1, 2] as const
export type MonthNumber = (typeof monthNumbers)[number]

/** One of the three months, as far as it has passed. */
export interface SchoolMonth {
  readonly month: Month
  readonly first: CalendarDate
  readonly last: CalendarDate
  /** The last day of the month so far; never in the future. */
  readonly until: CalendarDate
}

export interface SchoolYear {
  readonly today: CalendarDate
  /** The share that has passed of the morning, in which everything of today happens: from 0 to 1. */
  readonly morning: number
  readonly months: Readonly<Record<MonthNumber, SchoolMonth>>
  /** The day on which classes last moved up: long enough ago that promotion can be tried. */
  readonly began: CalendarDate
}

const aprilFirst = (year: number): CalendarDate => firstOfMonth({ year, month: 4 })

const promotedDaysAgo = 180

/** Everything of today has happened by then. */
const morningEnds = 10 * 3600

export function schoolYear(now: Date): SchoolYear {
  const today = dateAt(now)
  const seconds = (now.getTime() - new Date(clockTime(today, 0)).getTime()) / 1000
  const at = (back: number): SchoolMonth => {
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
    months: { 0: at(2), 1: at(1), 2: at(0) },
    began,
  }
}

const aSunday = firstOfMonth({ year: 2023, month: 1 })

/** The Monday after a Sunday if that is not past `latest`, else the date itself. */
export function openDay(date: CalendarDate, latest: CalendarDate): CalendarDate {
  if (daysBetween(aSunday, date) % 7 !== 0) return date
  const monday = addDays(date, 1)
  return monday <= latest ? monday : date
}

/** The day on which a share (0 to 1) of the days from one date to another has passed. */
export const dayBetween = (from: CalendarDate, to: CalendarDate, share: number): CalendarDate =>
  openDay(addDays(from, Math.floor((daysBetween(from, to) + 1) * share)), to)

const two = (value: number): string => String(Math.floor(value)).padStart(2, '0')

/** An instant of a school day in the campus's time, as text that sorts. */
export function clockTime(date: CalendarDate, secondsOfDay: number): string {
  const fraction = (secondsOfDay % 1).toFixed(3).slice(1)
  const time = [secondsOfDay / 3600, (secondsOfDay / 60) % 60, secondsOfDay % 60].map(two).join(':')
  return `${date}T${time}${fraction === '.000' ? '' : fraction}+05:00`
}

/** Earlier today if the time would be in the future, in the same order. */
export const timeOn = ({ today, morning }: SchoolYear, date: CalendarDate, secondsOfDay: number): string =>
  clockTime(date, date === today ? Math.floor(secondsOfDay * morning * 100) / 100 : secondsOfDay)

/** Compares two texts by their characters, for sorting. */
export const compareText = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)
