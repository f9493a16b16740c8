import { canSeeContacts, type Role } from './roles.ts'
import type { StudentRecord } from './student.ts'

/** The personal data of a student's family: CNIC, phones, address, e-mail and occupation (spec 3.student, decisions 6.read-role). */
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

/** True if a field of a record, or a column of the same name, is one of `contactFields`. */
export const isContactField = (field: string): boolean => contactFields.some((contact) => contact === field)

/** The same record with its contact fields emptied; fields that it does not have are not added. */
export function withoutContacts<T extends object>(record: T): T {
  const held = contactFields.filter((field) => field in record)
  return { ...record, ...Object.fromEntries(held.map((field) => [field, ''])) }
}

/** True if any contact field is filled in. */
export const hasContacts = (values: Values): boolean =>
  contactFields.some((field) => (values[field] ?? '') !== '')

/** The columns of a table that a role sees; a column of contacts would be empty for a role that may not see them. */
export const columnsFor = <Column extends { readonly key: string }>(
  role: Role,
  columns: readonly Column[],
): readonly Column[] => (canSeeContacts(role) ? columns : columns.filter(({ key }) => !isContactField(key)))
