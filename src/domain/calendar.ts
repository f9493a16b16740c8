// Calendar dates of the campus, which have no time zone. The only file of the domain that creates `Date` values.

import { latinDigits } from './student-search.ts'

declare const day: unique symbol

/** A calendar date as `YYYY-MM-DD`; compares and sorts as text. */
export type CalendarDate = string & { readonly [day]: 'calendar date' }

export interface Month {
  readonly year: number
  /** 1 to 12. */
  readonly month: number
}

/** A span of days, including its first and last day. */
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

const twoDigits = (value: number): string => String(value).padStart(2, '0')

const makeDate = (year: number, month: number, dayOfMonth: number): CalendarDate =>
  `${String(year).padStart(4, '0')}-${twoDigits(month)}-${twoDigits(dayOfMonth)}` as CalendarDate

const inUtc = (date: CalendarDate): Date => new Date(`${date}T00:00:00Z`)

const fromUtc = (date: Date): CalendarDate =>
  makeDate(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate())

/** Reads the text `YYYY-MM-DD` as a date; null if there is no such day. */
export function calendarDate(text: string): CalendarDate | null {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  if (!parts) return null
  const [year = 0, month = 0, dayOfMonth = 0] = parts.slice(1).map(Number)
  if (year < 1900 || month < 1 || month > 12 || dayOfMonth < 1) return null
  return dayOfMonth <= lastDay({ year, month }) ? makeDate(year, month, dayOfMonth) : null
}

/** Returns the date of an Excel cell, which libraries return as midnight UTC; '' if the cell holds no valid date. */
export const calendarDateOf = (cell: Date): CalendarDate | '' =>
  // Adds half a second, because a date is a fraction in the file and may be a millisecond short.
  Number.isNaN(cell.getTime()) ? '' : fromUtc(new Date(cell.getTime() + 500))

/** Parses a date typed as `YYYY-MM-DD` or day first: with `/`, `-`, `.` or a space, or eight digits. Otherwise null. */
export function parseTypedDate(text: string): CalendarDate | null {
  const trimmed = latinDigits(text).trim()
  const dayFirst =
    /^(\d{1,2})[/.\- ](\d{1,2})[/.\- ](\d{4})$/.exec(trimmed) ?? /^(\d{2})(\d{2})(\d{4})$/.exec(trimmed)
  if (!dayFirst) return calendarDate(trimmed)
  const [dayOfMonth = 0, month = 0, year = 0] = dayFirst.slice(1).map(Number)
  return calendarDate(`${year}-${twoDigits(month)}-${twoDigits(dayOfMonth)}`)
}

// Created once: creating a formatter takes fifty times as long as using it, and a report uses it for every row.
const schoolDates = new Intl.DateTimeFormat('en-CA', { timeZone: schoolTimeZone, dateStyle: 'short' })

/** Time zone offsets are multiples of 15 minutes, so the date can only change on a 15-minute boundary. */
const quarterHourMs = 900_000
/** The last quarter of an hour that was formatted. Cached because formatting dominates the cost of dating a call. */
let lastQuarterHour = { number: NaN, date: '' as CalendarDate }

export function dateAt(instant: Date): CalendarDate {
  const number = Math.floor(instant.getTime() / quarterHourMs)
  if (number !== lastQuarterHour.number) lastQuarterHour = { number, date: formatDateAt(instant) }
  return lastQuarterHour.date
}

function formatDateAt(instant: Date): CalendarDate {
  const formatted = schoolDates.format(instant)
  const date = calendarDate(formatted)
  if (!date) throw new Error(`No calendar date: ${formatted}`)
  return date
}

export function addDays(date: CalendarDate, days: number): CalendarDate {
  const moved = inUtc(date)
  moved.setUTCDate(moved.getUTCDate() + days)
  return fromUtc(moved)
}

/** Returns the whole days from `from` to `to`; negative if `to` is earlier. */
export const daysBetween = (from: CalendarDate, to: CalendarDate): number =>
  Math.round((inUtc(to).getTime() - inUtc(from).getTime()) / 86_400_000)

/** Counts the days of a period, including its first and last day. */
export const daysInPeriod = (from: CalendarDate, to: CalendarDate): number => daysBetween(from, to) + 1

export const monthOf = (date: CalendarDate): Month => ({
  year: Number(date.slice(0, 4)),
  month: Number(date.slice(5, 7)),
})

/** Adds months; a negative number goes back. */
export function addMonths({ year, month }: Month, months: number): Month {
  const monthCount = year * 12 + (month - 1) + months
  return { year: Math.floor(monthCount / 12), month: (monthCount % 12) + 1 }
}

/** Adds years; a negative number goes back. 29 February becomes the 28th in other years. */
export function addYears(date: CalendarDate, years: number): CalendarDate {
  const month = addMonths(monthOf(date), 12 * years)
  return makeDate(month.year, month.month, Math.min(Number(date.slice(8)), lastDay(month)))
}

/** The form of a month in calls and addresses: `2026-12`. */
export const monthPattern = /^(19|2\d)\d\d-(0[1-9]|1[0-2])$/

/** `2026-12`. */
export const monthText = ({ year, month }: Month): string => `${year}-${twoDigits(month)}`

/** Reads the text `2026-12` as a month; null if it has another form. */
export const parseMonth = (text: string): Month | null =>
  monthPattern.test(text) ? { year: Number(text.slice(0, 4)), month: Number(text.slice(5)) } : null

/** Returns a number below 0 if the first month is earlier, above 0 if it is later, 0 if both are the same. */
export const compareMonths = (one: Month, other: Month): number =>
  one.year - other.year || one.month - other.month

/** Lists the months from the first to the last, including both; empty if the last is earlier. */
export function monthsBetween(first: Month, last: Month): readonly Month[] {
  const months: Month[] = []
  for (let month = first; compareMonths(month, last) <= 0; month = addMonths(month, 1)) months.push(month)
  return months
}

const lastDay = ({ year, month }: Month): number => new Date(Date.UTC(year, month, 0)).getUTCDate()

export const firstOfMonth = (month: Month): CalendarDate => makeDate(month.year, month.month, 1)
export const lastOfMonth = (month: Month): CalendarDate => makeDate(month.year, month.month, lastDay(month))

/** Returns the first day of a date's school year, which begins in April, after the promotions of March. */
export function schoolYearStart(date: CalendarDate): CalendarDate {
  const { year, month } = monthOf(date)
  return firstOfMonth({ year: month < 4 ? year - 1 : year, month: 4 })
}

export const dueDate = (issueDate: CalendarDate): CalendarDate => addDays(issueDate, dueInDays)
/** Returns the date until which a printed voucher is accepted (spec 2.print.validity, spec 9.constants.due-date). */
export const validityDate = (due: CalendarDate): CalendarDate => addDays(due, validForDays)

/** Returns the text of a fee period: `2026-11-01 to 2026-11-30` (decisions 2.values.fee-period). */
export const feePeriod = ({ from, to }: Period): string => `${from} to ${to}`

export const monthName = (month: number): string => monthNames[month - 1] ?? ''

/** `November 2026`. */
export const formatMonth = ({ year, month }: Month): string => `${monthName(month)} ${year}`

/** `21 Nov 2026`, as screens show it. */
export function formatDate(date: CalendarDate): string {
  const { year, month } = monthOf(date)
  return `${Number(date.slice(8))} ${monthName(month).slice(0, 3)} ${year}`
}

/** `11 Sep`, with the year if it differs from that of `today`. */
export const formatDay = (date: CalendarDate, today: CalendarDate): string =>
  date.slice(0, 4) === today.slice(0, 4) ? formatDate(date).slice(0, -5) : formatDate(date)

/** Formats a date `YYYY-MM-DD` as `21 Nov 2026`; returns any other text unchanged. */
export function formatIfDate(text: string): string {
  const date = calendarDate(text)
  return date ? formatDate(date) : text
}

/** `1 Nov 2026 to 30 Nov 2026`. */
export const formatPeriod = ({ from, to }: Period): string => `${formatDate(from)} to ${formatDate(to)}`

// Created once, like `schoolDates`.
const schoolClock = new Intl.DateTimeFormat('en-GB', {
  timeZone: schoolTimeZone,
  hour: '2-digit',
  minute: '2-digit',
})

/** `09:05`, in the time zone of the school. */
export const formatTime = (instant: Date): string => schoolClock.format(instant)

const schoolClockWithSeconds = new Intl.DateTimeFormat('en-GB', {
  timeZone: schoolTimeZone,
  timeStyle: 'medium',
})

/** `09:05:30`. */
export const formatTimeOfDay = (instant: Date): string => schoolClockWithSeconds.format(instant)

/** Returns the hour of an instant in the time zone of the school, 0 to 23. */
export const hourAt = (instant: Date): number => Number(formatTime(instant).slice(0, 2))

/** `21 Nov 2026, 09:05`. */
export const formatInstant = (instant: Date): string =>
  `${formatDate(dateAt(instant))}, ${formatTime(instant)}`

/** `November 21, 2026`, as paper shows it (spec 2.print.date-format). */
export function formatPrintedDate(date: CalendarDate): string {
  const { year, month } = monthOf(date)
  return `${monthName(month)} ${date.slice(8)}, ${year}`
}

/** Finds the month with this number from five months before today's month to six after (decisions 3.months.number). */
export function monthFromNumber(monthNumber: number, today: CalendarDate): Month {
  const earliest = addMonths(monthOf(today), -5)
  const monthsAhead = (monthNumber - earliest.month + 12) % 12
  return addMonths(earliest, monthsAhead)
}
