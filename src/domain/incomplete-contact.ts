import type { StudentRecord } from './student.ts'

type ContactField = keyof typeof warnings
type Warning = (typed: string) => string | null

const digitsIn = (typed: string): number => typed.match(/\p{Nd}/gu)?.length ?? 0

const warnTelephone: Warning = (typed) => {
  const digits = digitsIn(typed)
  return digits >= 7 && digits <= 15 ? null : 'Looks incomplete: a telephone number has 7 to 15 digits'
}

const warnings = {
  fatherCnic: (typed) => (digitsIn(typed) === 13 ? null : 'Looks incomplete: a CNIC has 13 digits'),
  fatherHomePhone: warnTelephone,
  fatherOfficePhone: warnTelephone,
  telephone: warnTelephone,
  fatherEmail: (typed) =>
    /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(typed)
      ? null
      : 'Looks incomplete: an e-mail is like name@example.com',
} as const satisfies Partial<Record<keyof StudentRecord, Warning>>

const isContactField = (field: keyof StudentRecord): field is ContactField => Object.hasOwn(warnings, field)

/**
 * A warning where an e-mail, CNIC or telephone number looks incomplete; null where it does not, or the field is empty or
 * another one. The value is accepted anyway, because paper registers often hold no better one (decisions 6.contacts).
 */
export function warnIncomplete(field: keyof StudentRecord, typed: string): string | null {
  const text = typed.trim()
  return text !== '' && isContactField(field) ? warnings[field](text) : null
}
