import type { CalendarDate } from './calendar.ts'
import { accept, refuse, type FieldError, type Outcome } from './outcome.ts'
import type { Gender, SchoolClass, Section } from './school.ts'

/** A student is active, left (`removed`) or graduated from class 10 (spec 4.student, decisions 4.states). */
export const studentStates = ['active', 'removed', 'graduated'] as const
export type StudentState = (typeof studentStates)[number]
export type StateAfter = Exclude<StudentState, 'active'>

export const studentStateWords: Readonly<Record<StudentState, string>> = {
  active: 'At school',
  removed: 'Left',
  graduated: 'Graduated',
}

/** `telephone` is the mother's number (spec 3.student). Optional texts and fields of `mayBeMissing` may be empty. */
export interface StudentRecord {
  readonly admissionDate: CalendarDate
  readonly studentName: string
  readonly fatherName: string
  readonly dateOfBirth: CalendarDate | ''
  readonly placeOfBirth: string
  readonly gender: Gender | ''
  readonly religion: string
  readonly address: string
  readonly fatherCnic: string
  readonly fatherOccupation: string
  readonly fatherHomePhone: string
  readonly fatherOfficePhone: string
  readonly telephone: string
  readonly fatherEmail: string
  readonly studentClass: SchoolClass
  readonly section: Section
}

/** The fields required for an admission (spec 5.new-admission), besides the fees. */
export const requiredOfStudent = [
  'studentName',
  'fatherName',
  'dateOfBirth',
  'placeOfBirth',
  'gender',
  'fatherHomePhone',
  'religion',
  'studentClass',
  'section',
] as const satisfies readonly (keyof StudentRecord)[]

/** The required fields that a school's register may lack: an import leaves them empty, and an edit requires them. */
export const mayBeMissing = [
  'dateOfBirth',
  'placeOfBirth',
  'gender',
  'religion',
  'fatherHomePhone',
] as const satisfies readonly (typeof requiredOfStudent)[number][]

export const notKnown = 'Not known'

export const orNotKnown = (value: string): string => (value === '' ? notKnown : value)

export const missingFields = (record: Pick<StudentRecord, (typeof mayBeMissing)[number]>) =>
  mayBeMissing.filter((field) => record[field] === '')

/** Requires a birth in the past and an admission not in the future (decisions 2.values.date-of-birth). */
export function studentErrors(
  { dateOfBirth, admissionDate }: Pick<StudentRecord, 'dateOfBirth' | 'admissionDate'>,
  today: CalendarDate,
): FieldError[] {
  const errors: FieldError[] = []
  if (dateOfBirth >= today)
    errors.push({ field: 'dateOfBirth', message: 'Date of birth must be in the past' })
  if (admissionDate > today) errors.push({ field: 'admissionDate', message: 'Date cannot be in the future' })
  return errors
}

/** Refuses an unknown student, and a student who has left or graduated (decisions 4.states.gone). */
export function requireActive<T extends { readonly state: StudentState }>(student: T | null): Outcome<T> {
  if (!student) return refuse('student-unknown')
  if (student.state === 'graduated') return refuse('student-graduated')
  if (student.state === 'removed') return refuse('student-left')
  return accept(student)
}
