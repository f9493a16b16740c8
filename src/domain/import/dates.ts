// Dates as registers and Excel have them. The order of day and month is decided for the whole file.

import { addDays, calendarDate, type CalendarDate } from '#domain/calendar.ts'
import { squeezed } from '#domain/plain-text.ts'
import { latinDigits } from '#domain/student-search.ts'
import type { DateOrder } from './import.ts'

/** The meaning of a text: one date in any order, or one for each order; null if that order gives no date. */
export type DateReading =
  | { readonly kind: 'date'; readonly date: CalendarDate }
  | {
      readonly kind: 'by order'
      readonly dates: Readonly<Record<DateOrder, CalendarDate | null>>
    }

// prettier-ignore
const monthWords = [
  ['jan', 'january', 'janwari', 'جنوری'], ['feb', 'february', 'farwari', 'فروری'], ['mar', 'march', 'مارچ'],
  ['apr', 'april', 'aprail', 'اپریل'], ['may', 'mai', 'مئی'], ['jun', 'june', 'جون'], ['jul', 'july', 'julai', 'جولائی'],
  ['aug', 'august', 'agast', 'اگست'], ['sep', 'sept', 'september', 'sitambar', 'ستمبر'], ['oct', 'october', 'aktobar', 'اکتوبر'],
  ['nov', 'november', 'نومبر'], ['dec', 'december', 'disambar', 'دسمبر'],
] as const
const months = new Map(
  monthWords.flatMap((words, at) => words.map((word) => [squeezed(word), at + 1] as const)),
)

/** The day with the number 2 in Excel, which counts a day too many in 1900, and the numbers that are read: 1954 to 2064. */
const excelSecond = calendarDate('1900-01-01')
const [firstSerial, lastSerial] = [20_000, 60_000]

const two = (part: number): string => String(part).padStart(2, '0')

/** A year of two digits is the latest one that makes no date after today. */
function dateOf(year: string, month: number, day: number, today: CalendarDate): CalendarDate | null {
  const inYear = (full: string) => calendarDate(`${full}-${two(month)}-${two(day)}`)
  if (year.length === 4) return inYear(year)
  const century = Number(today.slice(0, 2))
  const date = inYear(`${century}${year}`)
  return date && date <= today ? date : inYear(`${century - 1}${year}`)
}

function fromSerial(text: string): CalendarDate | null {
  if (!/^\d{5}(?:\.\d+)?$/.test(text) || !excelSecond) return null
  const serial = Math.floor(Number(text))
  return serial >= firstSerial && serial <= lastSerial ? addDays(excelSecond, serial - 2) : null
}

/** A date whose month is a word: `3 Apr 2015`, `3rd April, 2015`, `Apr-3-2015`. */
function fromWords(text: string, today: CalendarDate): CalendarDate | null {
  const parts = text.split(/[\s,.\-/]+/).filter((part) => part !== '' && !/^(?:of|the)$/i.test(part))
  if (parts.length !== 3) return null
  const at = parts.findIndex((part) => months.has(squeezed(part)))
  const month = months.get(squeezed(parts[at] ?? ''))
  const [first = '', second = ''] = parts.filter((_, place) => place !== at)
  const [day, year] = /^\d{4}$/.test(first) ? [second, first] : [first, second]
  const dayOfMonth = /^(\d{1,2})(?:st|nd|rd|th)?$/i.exec(day)?.[1]
  if (!month || !dayOfMonth || !/^(?:\d{4}|\d{2})$/.test(year)) return null
  return dateOf(year, month, Number(dayOfMonth), today)
}

const ofOne = (date: CalendarDate | null): DateReading | null => date && { kind: 'date', date }

/** Reads a date in any order; null if there is none. */
export function readDate(text: string, today: CalendarDate): DateReading | null {
  const plain = latinDigits(text.normalize('NFKC'))
    .replaceAll(/[\u200b-\u200f\u06d4\u060c]/g, ' ')
    .trim()
    .replace(/[T ]\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z| ?[AP]M)?$/i, '')
  const yearFirst =
    /^(\d{4})[/.\- ](\d{1,2})[/.\- ](\d{1,2})$/.exec(plain) ?? /^((?:19|20)\d{2})(\d{2})(\d{2})$/.exec(plain)
  if (yearFirst) {
    const [, year = '', month, day] = yearFirst
    const date = dateOf(year, Number(month), Number(day), today)
    if (date) return ofOne(date)
  }
  const yearLast =
    /^(\d{1,2}) ?[/.\- ] ?(\d{1,2}) ?[/.\- ] ?(\d{4}|\d{2})$/.exec(plain) ??
    /^(\d{2})(\d{2})(\d{4})$/.exec(plain)
  if (!yearLast) return ofOne(fromSerial(plain) ?? fromWords(plain, today))
  const [, first, second, year = ''] = yearLast
  const dates = {
    'day first': dateOf(year, Number(second), Number(first), today),
    'month first': dateOf(year, Number(first), Number(second), today),
  }
  if (dates['day first'] === dates['month first']) return ofOne(dates['day first'])
  return { kind: 'by order', dates }
}
