import type { CalendarDate } from '#domain/calendar.ts'
import type { Fees } from '#domain/fee.ts'
import { byHead, studentHeads } from '#domain/fee-heads.ts'
import { nothing, parseRupees } from '#domain/money.ts'
import type { Gender, SchoolClass, Section } from '#domain/school.ts'
import type { StudentRecord } from '#domain/student.ts'
import { defaultDates, type FormDates } from '#web/kit/voucher-form-dates.ts'

export const feeNames = studentHeads.map(({ key }) => key)
export type FeeName = (typeof feeNames)[number]

type TypedText = Exclude<
  keyof StudentRecord,
  'admissionDate' | 'dateOfBirth' | 'gender' | 'studentClass' | 'section'
>

/** Both steps as typed: texts, rupees as text, `''` where nothing was given. */
export interface AdmissionForm extends Record<TypedText, string>, Record<FeeName, string>, FormDates {
  readonly admissionDate: CalendarDate | ''
  readonly dateOfBirth: CalendarDate | ''
  readonly gender: Gender | ''
  readonly studentClass: SchoolClass | ''
  readonly section: Section | ''
  readonly note: string
}

export type AdmissionErrors = Partial<Record<keyof AdmissionForm, string>>

/** What a step shows and how it says that something was typed. */
export interface StepProps {
  readonly form: AdmissionForm
  readonly errors: AdmissionErrors
  readonly change: (changes: Partial<AdmissionForm>) => void
}

/** A form nobody has typed into: admitted and issued today, due ten days later, for the current month (spec 5.new-admission.dates). */
export const blankAdmission = (today: CalendarDate): AdmissionForm => ({
  admissionDate: today,
  studentName: '',
  fatherName: '',
  dateOfBirth: '',
  placeOfBirth: '',
  gender: '',
  religion: '',
  address: '',
  fatherCnic: '',
  fatherOccupation: '',
  telephone: '',
  fatherHomePhone: '',
  fatherOfficePhone: '',
  fatherEmail: '',
  studentClass: '',
  section: '',
  ...byHead(studentHeads, () => ''),
  ...defaultDates(today),
  note: '',
})

/** The fees in paisa; what is no amount yet counts as nothing (spec 5.amounts.not-a-number). */
export const feesOf = (form: Record<FeeName, string>): Fees =>
  byHead(studentHeads, ({ key }) => parseRupees(form[key]) ?? nothing)
