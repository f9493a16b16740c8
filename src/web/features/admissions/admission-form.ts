import type { admitStudent } from '#contract/admissions.ts'
import { feePeriod, type CalendarDate } from '#domain/calendar.ts'
import { inRupees, nothing, parseRupees, type Money } from '#domain/money.ts'
import type { Gender, SchoolClass, Section } from '#domain/school.ts'
import type { StudentRecord } from '#domain/student.ts'
import { defaultDates, type FormDates } from '#web/parts/voucher-form-dates.ts'
import type { z } from 'zod'

export const feeNames = [
  'monthlyFee',
  'discount',
  'registrationFee',
  'admissionFee',
  'examinationFee',
] as const
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

/** A form nobody has typed into: admitted and issued today, due ten days later, for the current month (spec §5). */
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
  monthlyFee: '',
  discount: '',
  registrationFee: '',
  admissionFee: '',
  examinationFee: '',
  ...defaultDates(today),
  note: '',
})

/** The fees in paisa; what is no amount yet counts as nothing (spec §5 Amounts). */
export const feesOf = (form: Record<FeeName, string>): Record<FeeName, Money> => ({
  monthlyFee: parseRupees(form.monthlyFee) ?? nothing,
  discount: parseRupees(form.discount) ?? nothing,
  registrationFee: parseRupees(form.registrationFee) ?? nothing,
  admissionFee: parseRupees(form.admissionFee) ?? nothing,
  examinationFee: parseRupees(form.examinationFee) ?? nothing,
})

/** The payload of spec §7; the server gives the numbers (decisions §4). */
export function admissionPayload(form: AdmissionForm): z.input<typeof admitStudent.body> {
  const { monthlyFee, discount, registrationFee, admissionFee, examinationFee, ...rest } = form
  const { issueDate, dueDate, fromDate, toDate, note, ...studentData } = rest
  const fees = feesOf({ monthlyFee, discount, registrationFee, admissionFee, examinationFee })
  return {
    studentData,
    financialData: {
      monthlyFee: inRupees(fees.monthlyFee),
      discount: inRupees(fees.discount),
      registrationFee: inRupees(fees.registrationFee),
      admissionFee: inRupees(fees.admissionFee),
      examinationFee: inRupees(fees.examinationFee),
      issueDate,
      dueDate,
      feePeriod: fromDate && toDate ? feePeriod(fromDate, toDate) : '',
      note,
    },
  }
}
