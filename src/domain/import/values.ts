// Reads cells as registers and Excel write them. The order of day and month is decided for the whole file.

import { addDays, calendarDate, type CalendarDate } from '#domain/calendar.ts'
import { amountPattern, largestAmount, nothing, opposite, parseRupees, type Money } from '#domain/money.ts'
import { plainDigits, withoutSpaces } from '#domain/plain-text.ts'
import { latinDigits } from '#domain/student-search.ts'
import type { DateOrder } from './import.ts'

/** A value that was read from a cell, or the problem with the cell. */
export type Reading<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly code: string; readonly message: string }

const readAs = <T>(value: T): Reading<T> => ({ ok: true, value })

const misread = (code: string, message: string): Reading<never> => ({ ok: false, code, message })

/** The prefix of a formula without a result in the file, similar to an error of Excel. */
export const unsolvedMark = '#FORMULA! '

export const isUnsolved = (text: string): boolean => text.startsWith(unsolvedMark)

const refuseUnsolved = (text: string): Reading<never> =>
  misread(
    'formula-unsolved',
    `"${text.slice(unsolvedMark.length, 60)}" is a formula without its result: open the file in Excel and save it`,
  )

const largestRollNo = 2_147_483_647

/** Returns true if a cell is blank: empty, or with dashes or dots only. */
const isBlank = (text: string): boolean => /^[\s\-–—_.]*$/.test(text)
/** Returns true if a cell has no value: blank, or a word such as `nil`, `N/A` or `Not known`. */
export const saysNothing = (text: string): boolean =>
  isBlank(text) || /^(?:nil|n\/?a|none|null|not known|unknown)$/i.test(text.trim())

/** Returns true for text that a form accepts: no control characters, lone surrogates or direction marks. */
const isPlain = (text: string): boolean => !/[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069\ufeff]/u.test(text)

const excelError = /^#(?:N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!)$/i

const isDateText = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text)

/** Returns true if a number was probably changed to a date by Excel and saved as shown: `Mar-24`, `3-Mar`. */
export const looksLikeDate = (text: string): boolean =>
  /^(?:\d{1,2}-)?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)(?:-\d{2,4})?$/i.test(text.trim()) &&
  text.includes('-')

/** Reads a text of plain characters up to a length, with single blanks. Refuses a date: no text of a record is one. */
export function readText(text: string, longest: number): Reading<string> {
  const plain = text.replaceAll(/\s+/g, ' ').trim()
  if (excelError.test(plain)) return misread('excel-error', `"${plain}" is an error of Excel`)
  if (isUnsolved(plain)) return refuseUnsolved(plain)
  if (isDateText(plain))
    return misread(
      'became-date',
      `"${plain}" is a date that Excel made of what was typed: format the column as text and type it again`,
    )
  if (plain.length > longest) return misread('text-too-long', `At most ${longest} characters`)
  return isPlain(plain) ? readAs(plain) : misread('text-unprintable', 'Has characters that cannot be saved')
}

/** Returns true for a number that Excel shortened, so that its last digits are lost. */
const isShortened = (text: string): boolean => /^\d+(?:[.,]\d+)?e\+?\d+$/i.test(text.trim())
const refuseShortened = (text: string): Reading<never> =>
  misread('number-shortened', `"${text}" was shortened by Excel: format the column as text and type it again`)

const hasLetters = (text: string): boolean => /\p{L}/u.test(text)

/** Reads a phone number: `0300-1234567` for a mobile number in any form, other numbers as given. */
export function readPhone(text: string): Reading<string> {
  if (isShortened(text)) return refuseShortened(text)
  const digits = plainDigits(text)
  // Excel drops the first zero of a number.
  const dialled = /^3\d{9}$/.test(digits) ? `0${digits}` : digits
  if (!hasLetters(text) && /^03\d{9}$/.test(dialled))
    return readAs(`${dialled.slice(0, 4)}-${dialled.slice(4)}`)
  return readText(text, 120)
}

/** Reads a CNIC: `35202-1234567-1` for 13 digits, any other text as given. */
export function readCnic(text: string): Reading<string> {
  if (isShortened(text)) return refuseShortened(text)
  const digits = latinDigits(text).replaceAll(/\D/g, '')
  if (hasLetters(text) || digits.length !== 13) return readText(text, 120)
  return readAs(`${digits.slice(0, 5)}-${digits.slice(5, 12)}-${digits.slice(12)}`)
}

/** Reads a roll number, which is a whole number from 1. */
export function readRollNo(text: string): Reading<number> {
  const digits = /^(\d{1,15})(?:\.0+)?$/.exec(latinDigits(text).trim())?.[1]
  const number = Number(digits ?? 0)
  return number >= 1 && number <= largestRollNo
    ? readAs(number)
    : misread(
        'roll-number-unreadable',
        `"${text}" is not a roll number: use whole numbers, or let the portal number them`,
      )
}

const zeroWords = /^(?:-+|nil|n\/?a|none|zero|صفر|کوئی نہیں)?$/i
const currency = /^(?:rs\.?|pkr|rupees|inr|₨|روپے)\s*|\s*(?:\/[-=]+|rs\.?|pkr|rupees|only|₨|روپے)$/gi

/** Normalises an amount as schools write it: Latin digits, one kind of minus sign, Latin separators. */
const plainAmount = (text: string): string =>
  latinDigits(text.normalize('NFKC'))
    .replaceAll(/[−–—]/g, '-')
    .replaceAll('٬', ',')
    .replaceAll('٫', '.')
    .trim()

/** The marks of an amount in the payer's favour, and of an amount that is owed. */
const signs = [
  { mark: /^\((.*)\)$/, isNegative: true },
  { mark: /^-\s*(.*)$/, isNegative: true },
  { mark: /^(.*\d)\s*-$/, isNegative: true },
  { mark: /^(.*?)\s*cr\.?$/i, isNegative: true },
  { mark: /^cr\.?\s*(.*)$/i, isNegative: true },
  { mark: /^\+\s*(.*)$/, isNegative: false },
  { mark: /^(.*?)\s*dr\.?$/i, isNegative: false },
  { mark: /^dr\.?\s*(.*)$/i, isNegative: false },
] as const

const withoutCurrency = (text: string): string => text.replaceAll(currency, '').trim()

/** Returns true if `Cr` or `Dr` marks the side of an amount, which then does not depend on the meaning of a minus. */
export const saysSide = (text: string): boolean =>
  /^[cd]r|[cd]r\.?$/i.test(withoutCurrency(plainAmount(text)))

/** Removes the sign of an amount; a text with two marks, such as `-7,500 Cr`, keeps one and cannot be read. */
function withoutSign(text: string): { readonly unsigned: string; readonly isNegative: boolean } {
  for (const { mark, isNegative } of signs) {
    const inner = mark.exec(text)?.[1]
    if (inner !== undefined) return { unsigned: withoutCurrency(inner), isNegative }
  }
  return { unsigned: text, isNegative: false }
}

/**
 * Reads an amount in rupees: `7,500`, `Rs. 7500/-`, `PKR 7,500.00`, `(7,500)` and `7500 Cr` as negative, `-` and `nil`
 * as 0. At most 9,999,999.99 either way, and at most two decimals.
 */
export function readAmount(text: string): Reading<Money> {
  const plain = plainAmount(text)
  if (zeroWords.test(plain)) return readAs(nothing)
  if (isUnsolved(plain)) return refuseUnsolved(text)
  const { unsigned, isNegative } = withoutSign(withoutCurrency(plain))
  if (/^\d+(?:\.\d+)?e[+-]?\d+$/i.test(unsigned))
    return misread('amount-shortened', `"${text}" was shortened by Excel: format the column as a number`)
  if (!amountPattern.test(unsigned)) return misread('amount-unreadable', `"${text}" is not an amount`)
  if (/\.\d{3,}$/.test(unsigned)) return misread('amount-decimals', `"${text}" has more than two decimals`)
  const amount = parseRupees(unsigned)
  if (amount === null || amount > largestAmount)
    return misread('amount-too-large', `"${text}" is more than 9,999,999.99`)
  return readAs(isNegative ? opposite(amount) : amount)
}

/** The meaning of a text: one date in any order, or a date for each order; null if an order gives no date. */
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
  monthWords.flatMap((words, index) => words.map((word) => [withoutSpaces(word), index + 1] as const)),
)

/** Day 2 of Excel, which counts a day too many in 1900; and the numbers that are read as dates, from 1954 to 2064. */
const excelSecond = calendarDate('1900-01-01')
const [firstSerial, lastSerial] = [20_000, 60_000]

const twoDigits = (part: number): string => String(part).padStart(2, '0')

/** Returns a date; a year of two digits is the latest year with which the date is not after today. */
function dateOf(year: string, month: number, day: number, today: CalendarDate): CalendarDate | null {
  const inYear = (full: string) => calendarDate(`${full}-${twoDigits(month)}-${twoDigits(day)}`)
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

/** Reads a date whose month is a word: `3 Apr 2015`, `3rd April, 2015`, `Apr-3-2015`. */
function fromWords(text: string, today: CalendarDate): CalendarDate | null {
  const parts = text.split(/[\s,.\-/]+/).filter((part) => part !== '' && !/^(?:of|the)$/i.test(part))
  if (parts.length !== 3) return null
  const monthIndex = parts.findIndex((part) => months.has(withoutSpaces(part)))
  const month = months.get(withoutSpaces(parts[monthIndex] ?? ''))
  const [first = '', second = ''] = parts.filter((_, place) => place !== monthIndex)
  const [day, year] = /^\d{4}$/.test(first) ? [second, first] : [first, second]
  const dayOfMonth = /^(\d{1,2})(?:st|nd|rd|th)?$/i.exec(day)?.[1]
  if (!month || !dayOfMonth || !/^(?:\d{4}|\d{2})$/.test(year)) return null
  return dateOf(year, month, Number(dayOfMonth), today)
}

const singleDate = (date: CalendarDate | null): DateReading | null => date && { kind: 'date', date }

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
    if (date) return singleDate(date)
  }
  const yearLast =
    /^(\d{1,2}) ?[/.\- ] ?(\d{1,2}) ?[/.\- ] ?(\d{4}|\d{2})$/.exec(plain) ??
    /^(\d{2})(\d{2})(\d{4})$/.exec(plain)
  if (!yearLast) return singleDate(fromSerial(plain) ?? fromWords(plain, today))
  const [, first, second, year = ''] = yearLast
  const dates = {
    'day first': dateOf(year, Number(second), Number(first), today),
    'month first': dateOf(year, Number(first), Number(second), today),
  }
  if (dates['day first'] === dates['month first']) return singleDate(dates['day first'])
  return { kind: 'by order', dates }
}
