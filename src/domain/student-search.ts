/** A search for a student: by a number, or by the beginnings of names. */
export type StudentSearch =
  { readonly kind: 'number'; readonly digits: string } | { readonly kind: 'words'; readonly words: string }

/** With at least this many digits, a search also matches parts of CNIC and phone numbers; fewer are a roll number. */
export const minDigits = 3

export const latinDigits = (input: string): string =>
  input.replaceAll(/[٠-٩۰-۹]/g, (digit) => String((digit.codePointAt(0) ?? 0) & 0xf))

/** Returns a Pakistani phone number in its national form: `+92 300 1234567` is `03001234567`. */
export const nationalNumber = (digits: string): string => digits.replace(/^(?:00)?92(\d{10})$/, '0$1')

/** Reads digits, spaced in any way, as a number, and text with a letter as a name; null if the text has neither. */
export function readSearch(input: string): StudentSearch | null {
  const plain = latinDigits(input.normalize('NFKC')).replaceAll(/\p{Cc}/gu, ' ')
  if (/[\p{L}\p{M}]/u.test(plain)) return { kind: 'words', words: plain }
  const digits = plain.replaceAll(/\D/g, '')
  return digits === '' ? null : { kind: 'number', digits: nationalNumber(digits) }
}

/** Returns the roll number in a text of digits; null for a name, CNIC or phone number (begins with 0, or is longer). */
export function rollNoFrom(input: string): number | null {
  const plain = latinDigits(input.normalize('NFKC')).trim()
  return /^[1-9]\d{0,6}$/.test(plain) ? Number(plain) : null
}
