import { canSeeContacts, type Role } from './roles.ts'
import type { StudentRecord } from './student.ts'

type CheckedField = keyof typeof warnings
type Warning = (input: string) => string | null

const digitsIn = (input: string): number => input.match(/\p{Nd}/gu)?.length ?? 0

const warnTelephone: Warning = (input) => {
  const digits = digitsIn(input)
  return digits >= 7 && digits <= 15 ? null : 'Looks incomplete: a telephone number has 7 to 15 digits'
}

const warnings = {
  fatherCnic: (input) => (digitsIn(input) === 13 ? null : 'Looks incomplete: a CNIC has 13 digits'),
  fatherHomePhone: warnTelephone,
  fatherOfficePhone: warnTelephone,
  telephone: warnTelephone,
  fatherEmail: (input) =>
    /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(input)
      ? null
      : 'Looks incomplete: an e-mail is like name@example.com',
} as const satisfies Partial<Record<keyof StudentRecord, Warning>>

const isChecked = (field: keyof StudentRecord): field is CheckedField => Object.hasOwn(warnings, field)

/** Warns of an incomplete e-mail, CNIC or phone, accepted because registers have no better (decisions 6.contacts). */
export function warnIncomplete(field: keyof StudentRecord, input: string): string | null {
  const text = input.trim()
  return text !== '' && isChecked(field) ? warnings[field](text) : null
}

/** Personal data of the family (spec 3.student, decisions 6.read-role). */
export const contactFields = [
  'address',
  'fatherCnic',
  'fatherOccupation',
  'fatherHomePhone',
  'fatherOfficePhone',
  'telephone',
  'fatherEmail',
] as const satisfies readonly (keyof StudentRecord)[]

type Values = Readonly<Record<string, unknown>>

/** Returns true for a contact field of a record and for a column of the same name. */
export const isContactField = (field: string): boolean => contactFields.some((contact) => contact === field)

/** Returns the record with its contact fields emptied; does not add fields that it lacks. */
export function withoutContacts<T extends object>(record: T): T {
  const presentFields = contactFields.filter((field) => field in record)
  return { ...record, ...Object.fromEntries(presentFields.map((field) => [field, ''])) }
}

export const hasContacts = (values: Values): boolean =>
  contactFields.some((field) => (values[field] ?? '') !== '')

/** Returns the columns that a role sees: a column of contacts would be empty for a role that may not see them. */
export const columnsFor = <Column extends { readonly key: string }>(
  role: Role,
  columns: readonly Column[],
): readonly Column[] => (canSeeContacts(role) ? columns : columns.filter(({ key }) => !isContactField(key)))
