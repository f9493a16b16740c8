// Mirrors plain_words and plain_digits of migration 1, which the search uses.

import { latinDigits, nationalNumber } from './student-search.ts'

const marks =
  /['`\u00ad\u02bc\u0640\u200b-\u200f\u2018\u2019\u2060]|[\u0300-\u036f]|[\u0610-\u061a]|[\u064b-\u065f]|\u0670|[\u06d6-\u06ed]/g
const separators =
  /[\p{Cc}\u0020-\u002f\u003a-\u0040\u005b-\u005f\u007b-\u00bf\u060c\u061b\u061f\u06d4\u2000-\u206f\u3000-\u3002]+/gu
const otherLetters: Readonly<Record<string, string>> = {
  ي: 'ی',
  ى: 'ی',
  ك: 'ک',
  ة: 'ہ',
  ه: 'ہ',
  ۃ: 'ہ',
  ە: 'ہ',
}

/** Returns lower-case words without accents or vowel signs, with one form per Urdu letter and single blanks. */
export const plainWords = (text: string): string =>
  // Most texts are plain already, and an import compares tens of thousands.
  /^[\da-z]+(?: [\da-z]+)*$/i.test(text) ? text.toLowerCase() : foldWords(text)

const foldWords = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(marks, '')
    .replaceAll(/[يىكةهۃە]/g, (letter) => otherLetters[letter] ?? letter)
    .replaceAll(separators, ' ')
    .toLowerCase()
    .trim()

/** Returns a phone number as dialled within the country: +92 300 1234567 is 03001234567. */
export const plainDigits = (text: string): string => nationalNumber(latinDigits(text).replaceAll(/\D/g, ''))

/** Returns `plainWords` with Latin digits and without blanks: `Adm. No` is `admno`. */
export const withoutSpaces = (text: string): string => latinDigits(plainWords(text)).replaceAll(' ', '')
