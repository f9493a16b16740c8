/** A search for a student: by a number, or by the beginnings of names. */
export type StudentSearch =
  { readonly kind: 'number'; readonly digits: string } | { readonly kind: 'words'; readonly words: string }

/** From this many digits, a search also matches parts of CNIC and phone numbers; fewer digits are a roll number. */
export const minDigits = 3

export const latinDigits = (typed: string): string =>
  typed.replaceAll(/[٠-٩۰-۹]/g, (digit) => String((digit.codePointAt(0) ?? 0) & 0xf))

/** A Pakistani phone number in its national form: `+92 300 1234567` is `03001234567`. */
export const nationalNumber = (digits: string): string => digits.replace(/^(?:00)?92(\d{10})$/, '0$1')

/** Digits, spaced in any way, are a number, text with a letter is a name; null for neither. */
export function readSearch(typed: string): StudentSearch | null {
  const plain = latinDigits(typed.normalize('NFKC')).replaceAll(/\p{Cc}/gu, ' ')
  if (/[\p{L}\p{M}]/u.test(plain)) return { kind: 'words', words: plain }
  const digits = plain.replaceAll(/\D/g, '')
  return digits === '' ? null : { kind: 'number', digits: nationalNumber(digits) }
}

/** The roll number in a text of digits; null for a name, and for a CNIC or phone number, which begin with 0 or are longer. */
export function rollNoFrom(typed: string): number | null {
  const plain = latinDigits(typed.normalize('NFKC')).trim()
  return /^[1-9]\d{0,6}$/.test(plain) ? Number(plain) : null
}
