// Calendar dates of the campus, which have no time zone. The only file of the domain that uses Date.

import { latinDigits } from './student-search.ts'

declare const day: unique symbol

/** A calendar date as `YYYY-MM-DD`; compares and sorts as text. */
export type CalendarDate = string & { readonly [day]: 'calendar date' }

export interface Month {
  readonly year: number
  /** 1 to 12. */
  readonly month: number
}

/** A span of days, its first and last day included. */
export interface Period {
  readonly from: CalendarDate
  readonly to: CalendarDate
}

export const schoolTimeZone = 'Asia/Karachi'

/** Days from issue to due date (spec 9.constants.due-date). */
const dueInDays = 10
/** Days from due date to the validity date printed on the voucher (spec 9.constants.due-date). */
const validForDays = 10

// prettier-ignore
const monthNames = [
  'January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November',
  'December',
] as const

const two = (value: number): string => String(value).padStart(2, '0')

const make = (year: number, month: number, dayOfMonth: number): CalendarDate =>
  `${String(year).padStart(4, '0')}-${two(month)}-${two(dayOfMonth)}` as CalendarDate // the one place that makes a date

const inUtc = (date: CalendarDate): Date => new Date(`${date}T00:00:00Z`)

const fromUtc = (date: Date): CalendarDate =>
  make(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate())

/** The text `YYYY-MM-DD` as a date, or null if there is no such day. */
export function calendarDate(text: string): CalendarDate | null {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  if (!parts) return null
  const [year = 0, month = 0, dayOfMonth = 0] = parts.slice(1).map(Number)
  if (year < 1900 || month < 1 || month > 12 || dayOfMonth < 1) return null
  return dayOfMonth <= lastDay({ year, month }) ? make(year, month, dayOfMonth) : null
}

/** The day of a cell of Excel, which libraries give as midnight in UTC; '' for a date that is none. */
export const calendarDateOf = (cell: Date): CalendarDate | '' =>
  // Half a second, because the day is a fraction in the file and may be a millisecond short.
  Number.isNaN(cell.getTime()) ? '' : fromUtc(new Date(cell.getTime() + 500))

/** Parses a typed date: `2026-11-21`, `21/11/2026`, `21-11-2026`, `21.11.2026`, `21112026`; null if it is not a date. */
export function parseTypedDate(text: string): CalendarDate | null {
  const typed = latinDigits(text).trim()
  const dayFirst =
    /^(\d{1,2})[/.\- ](\d{1,2})[/.\- ](\d{4})$/.exec(typed) ?? /^(\d{2})(\d{2})(\d{4})$/.exec(typed)
  if (!dayFirst) return calendarDate(typed)
  const [dayOfMonth = 0, month = 0, year = 0] = dayFirst.slice(1).map(Number)
  return calendarDate(`${year}-${two(month)}-${two(dayOfMonth)}`)
}

// Created once: creating a formatter takes fifty times as long as using it, and a report uses it for every row.
const schoolDates = new Intl.DateTimeFormat('en-CA', { timeZone: schoolTimeZone, dateStyle: 'short' })

/** Every time zone is a whole number of quarters of an hour from UTC, so that a date lasts for whole quarters. */
const quarterMs = 900_000
/** The last quarter of an hour that was formatted, as formatting takes longer than the rest of a call's date. */
let lastQuarter = { number: NaN, date: '' as CalendarDate }

export function dateAt(instant: Date): CalendarDate {
  const number = Math.floor(instant.getTime() / quarterMs)
  if (number !== lastQuarter.number) lastQuarter = { number, date: formatDateAt(instant) }
  return lastQuarter.date
}

function formatDateAt(instant: Date): CalendarDate {
  const parts = schoolDates.format(instant)
  const date = calendarDate(parts)
  if (!date) throw new Error(`No calendar date: ${parts}`)
  return date
}

export function addDays(date: CalendarDate, days: number): CalendarDate {
  const moved = inUtc(date)
  moved.setUTCDate(moved.getUTCDate() + days)
  return fromUtc(moved)
}

/** Whole days from one date to a later one; negative where it is earlier. */
export const daysBetween = (from: CalendarDate, to: CalendarDate): number =>
  Math.round((inUtc(to).getTime() - inUtc(from).getTime()) / 86_400_000)

/** The days of a period, its first and last day included. */
export const daysInPeriod = (from: CalendarDate, to: CalendarDate): number => daysBetween(from, to) + 1

export const monthOf = (date: CalendarDate): Month => ({
  year: Number(date.slice(0, 4)),
  month: Number(date.slice(5, 7)),
})

/** The month a number of months later, or earlier where the number is negative. */
export function addMonths({ year, month }: Month, months: number): Month {
  const counted = year * 12 + (month - 1) + months
  return { year: Math.floor(counted / 12), month: (counted % 12) + 1 }
}

/** The date a number of years later, or earlier where the number is negative; 29 February becomes the 28th in other years. */
export function addYears(date: CalendarDate, years: number): CalendarDate {
  const month = addMonths(monthOf(date), 12 * years)
  return make(month.year, month.month, Math.min(Number(date.slice(8)), lastDay(month)))
}

/** Returns a number below 0 if the first month is earlier, above 0 if it is later, 0 if both are the same. */
export const compareMonths = (one: Month, other: Month): number =>
  one.year - other.year || one.month - other.month

/** Every month from the first to the last, both included; none if the last is earlier. */
export function monthsBetween(first: Month, last: Month): readonly Month[] {
  const months: Month[] = []
  for (let month = first; compareMonths(month, last) <= 0; month = addMonths(month, 1)) months.push(month)
  return months
}

const lastDay = ({ year, month }: Month): number => new Date(Date.UTC(year, month, 0)).getUTCDate()

export const firstOfMonth = (month: Month): CalendarDate => make(month.year, month.month, 1)
export const lastOfMonth = (month: Month): CalendarDate => make(month.year, month.month, lastDay(month))

/** The first day of the school year of a date: it begins in April, after the promotions of March. */
export function schoolYearStart(date: CalendarDate): CalendarDate {
  const { year, month } = monthOf(date)
  return firstOfMonth({ year: month < 4 ? year - 1 : year, month: 4 })
}

export const dueDate = (issueDate: CalendarDate): CalendarDate => addDays(issueDate, dueInDays)
/** The date until which a printed voucher is accepted (spec 2.print.validity, spec 9.constants.due-date). */
export const validityDate = (due: CalendarDate): CalendarDate => addDays(due, validForDays)

/** The text of a fee period: `2026-11-01 to 2026-11-30` (decisions 2.values.fee-period). */
export const feePeriod = ({ from, to }: Period): string => `${from} to ${to}`

export const monthName = (month: number): string => monthNames[month - 1] ?? ''

/** `November 2026`. */
export const formatMonth = ({ year, month }: Month): string => `${monthName(month)} ${year}`

/** `21 Nov 2026`, as screens show it. */
export function formatDate(date: CalendarDate): string {
  const { year, month } = monthOf(date)
  return `${Number(date.slice(8))} ${monthName(month).slice(0, 3)} ${year}`
}

/** A text as screens show it: a date `YYYY-MM-DD` as `21 Nov 2026`, any other text as it is. */
export function formatIfDate(text: string): string {
  const date = calendarDate(text)
  return date ? formatDate(date) : text
}

/** `1 Nov 2026 to 30 Nov 2026`. */
export const formatPeriod = ({ from, to }: Period): string => `${formatDate(from)} to ${formatDate(to)}`

// Created once, as above.
const schoolClock = new Intl.DateTimeFormat('en-GB', {
  timeZone: schoolTimeZone,
  hour: '2-digit',
  minute: '2-digit',
})

/** `09:05`, by the clock of the campus. */
export const formatTime = (instant: Date): string => schoolClock.format(instant)

const schoolClockWithSeconds = new Intl.DateTimeFormat('en-GB', {
  timeZone: schoolTimeZone,
  timeStyle: 'medium',
})

/** `09:05:30`. */
export const formatTimeOfDay = (instant: Date): string => schoolClockWithSeconds.format(instant)

/** The hour of an instant by the campus's clock, 0 to 23. */
export const hourAt = (instant: Date): number => Number(formatTime(instant).slice(0, 2))

/** `21 Nov 2026, 09:05`. */
export const formatInstant = (instant: Date): string =>
  `${formatDate(dateAt(instant))}, ${formatTime(instant)}`

/** `November 21, 2026`, as paper shows it (spec 2.print.date-format). */
export function formatPrintedDate(date: CalendarDate): string {
  const { year, month } = monthOf(date)
  return `${monthName(month)} ${date.slice(8)}, ${year}`
}

/** The month of that number from five months before today's month to six after it (decisions 3.months.number). */
export function monthFromNumber(monthNumber: number, today: CalendarDate): Month {
  const earliest = addMonths(monthOf(today), -5)
  const ahead = (monthNumber - earliest.month + 12) % 12
  return addMonths(earliest, ahead)
}
