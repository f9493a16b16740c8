import type { CalendarDate } from './calendar.ts'
import { accept, refuse, type FieldError, type Outcome } from './outcome.ts'
import type { Gender, SchoolClass, Section } from './school.ts'

/** Active, left (`removed`) or graduated from class 10 (spec 4.student, decisions 4.states). */
export const studentStates = ['active', 'removed', 'graduated'] as const
export type StudentState = (typeof studentStates)[number]
/** The state of a child who is at school no longer. */
export type StateAfter = Exclude<StudentState, 'active'>

/** A student's state as the office says it. */
export const studentStateWords: Readonly<Record<StudentState, string>> = {
  active: 'At school',
  removed: 'Left',
  graduated: 'Graduated',
}

/** What the office writes down of a child; `telephone` is the mother's number (spec 3.student). */
export interface StudentRecord {
  readonly admissionDate: CalendarDate
  readonly studentName: string
  readonly fatherName: string
  readonly dateOfBirth: CalendarDate
  readonly placeOfBirth: string
  readonly gender: Gender
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

/** Fields of a child without which nobody is admitted (spec 5.new-admission); the fees are the other half. */
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

/** What is wrong with the days of a record: a date of birth lies in the past, an admission not in days to come (decisions 2.values.date-of-birth). */
export function wrongInStudent(
  { dateOfBirth, admissionDate }: Pick<StudentRecord, 'dateOfBirth' | 'admissionDate'>,
  today: CalendarDate,
): FieldError[] {
  const errors: FieldError[] = []
  if (dateOfBirth >= today) errors.push({ field: 'dateOfBirth', message: 'A date of birth lies in the past' })
  if (admissionDate > today) errors.push({ field: 'admissionDate', message: 'This day is yet to come' })
  return errors
}

/** Only a child who is still at school is looked up for work; the others are named with their state (decisions 4.states.gone). */
export function requireActive<T extends { readonly state: StudentState }>(student: T | null): Outcome<T> {
  if (!student) return refuse('student-unknown')
  if (student.state === 'graduated') return refuse('student-graduated')
  if (student.state === 'removed') return refuse('student-left')
  return accept(student)
}
