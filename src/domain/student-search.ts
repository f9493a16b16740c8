/** What a person means who looks for a student: a number, or the beginnings of names. */
export type StudentSearch =
  { readonly kind: 'number'; readonly digits: string } | { readonly kind: 'words'; readonly words: string }

/** A part of a CNIC or phone number finds it from so many digits on; fewer mean a roll number. */
export const leastDigits = 3

/** Urdu and Arabic digits as the Latin ones. */
const latinDigits = (typed: string): string =>
  typed.replaceAll(/[٠-٩۰-۹]/g, (digit) => String((digit.codePointAt(0) ?? 0) & 0xf))

/** A Pakistani phone number as it is dialled at home: `+92 300 1234567` is `03001234567`. */
const asDialledAtHome = (digits: string): string => digits.replace(/^(?:00)?92(\d{10})$/, '0$1')

/** Reads what was typed: digits however they are spaced mean a number, anything with a letter a name; null where it is neither. */
export function readSearch(typed: string): StudentSearch | null {
  const plain = latinDigits(typed.normalize('NFKC')).replaceAll(/\p{Cc}/gu, ' ')
  if (/[\p{L}\p{M}]/u.test(plain)) return { kind: 'words', words: plain }
  const digits = plain.replaceAll(/\D/g, '')
  return digits === '' ? null : { kind: 'number', digits: asDialledAtHome(digits) }
}

/** The roll number that digits alone mean; null for a name, a card or a phone number, which begin with 0 or are longer. */
export function rollNoMeant(typed: string): number | null {
  const plain = latinDigits(typed.normalize('NFKC')).trim()
  return /^[1-9]\d{0,6}$/.test(plain) ? Number(plain) : null
}
