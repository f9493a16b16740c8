import { plainDigits } from '#domain/plain-text.ts'
import { latinDigits } from '#domain/student-search.ts'
import { isUnsolved, misread, readAs, unsolved, type Reading } from './reading.ts'

const largestRollNo = 2_147_483_647

/** True if a cell says that there is nothing: empty, or a dash. */
const isBlank = (text: string): boolean => /^[\s\-–—_.]*$/.test(text)
/** True if a cell that holds no name says that there is nothing: also `nil`, `N/A` and `Not known`. */
export const saysNothing = (text: string): boolean =>
  isBlank(text) || /^(?:nil|n\/?a|none|null|not known|unknown)$/i.test(text.trim())

/** As a form accepts it: no control characters, lone surrogates or marks that change the text direction. */
const isPlain = (text: string): boolean => !/[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069\ufeff]/u.test(text)

const excelError = /^#(?:N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!)$/i

/** As a cell is read that holds a date. */
const isDateText = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text)

/** True if a number looks like one that Excel made a date and saved as it showed it: `Mar-24`, `3-Mar`. */
export const looksLikeDate = (text: string): boolean =>
  /^(?:\d{1,2}-)?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)(?:-\d{2,4})?$/i.test(text.trim()) &&
  text.includes('-')

/** A text of plain characters up to a length, with single blanks. No text of a record is a date. */
export function readText(text: string, longest: number): Reading<string> {
  const plain = text.replaceAll(/\s+/g, ' ').trim()
  if (excelError.test(plain)) return misread('excel-error', `"${plain}" is an error of Excel`)
  if (isUnsolved(plain)) return unsolved(plain)
  if (isDateText(plain))
    return misread(
      'became-date',
      `"${plain}" is a date that Excel made of what was typed: format the column as text and type it again`,
    )
  if (plain.length > longest) return misread('text-too-long', `At most ${longest} characters`)
  return isPlain(plain) ? readAs(plain) : misread('text-unprintable', 'Has characters that cannot be saved')
}

/** A number that Excel shortened lost its last digits. */
const isShortened = (text: string): boolean => /^\d+(?:[.,]\d+)?e\+?\d+$/i.test(text.trim())
const shortened = (text: string): Reading<never> =>
  misread('number-shortened', `"${text}" was shortened by Excel: format the column as text and type it again`)

const hasLetters = (text: string): boolean => /\p{L}/u.test(text)

/** A phone number: `0300-1234567` for a mobile number in any form, others as given. */
export function readPhone(text: string): Reading<string> {
  if (isShortened(text)) return shortened(text)
  const digits = plainDigits(text)
  // Excel drops the first zero of a number.
  const dialled = /^3\d{9}$/.test(digits) ? `0${digits}` : digits
  if (!hasLetters(text) && /^03\d{9}$/.test(dialled))
    return readAs(`${dialled.slice(0, 4)}-${dialled.slice(4)}`)
  return readText(text, 120)
}

/** A CNIC: `35202-1234567-1` for 13 digits, others as given. */
export function readCnic(text: string): Reading<string> {
  if (isShortened(text)) return shortened(text)
  const digits = latinDigits(text).replaceAll(/\D/g, '')
  if (hasLetters(text) || digits.length !== 13) return readText(text, 120)
  return readAs(`${digits.slice(0, 5)}-${digits.slice(5, 12)}-${digits.slice(12)}`)
}

/** A roll number: a whole number from 1. */
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
