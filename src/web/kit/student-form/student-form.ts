import type { CalendarDate } from '#domain/calendar.ts'
import { byHead, studentHeads, voucherOnlyHeads } from '#domain/fee-heads.ts'
import { feeErrors, type Fees } from '#domain/fee.ts'
import { largestAmount, nothing, parseRupees, type Money } from '#domain/money.ts'
import { receivedNowErrors } from '#domain/payment.ts'
import type { Gender, SchoolClass, Section } from '#domain/school.ts'
import { requiredOfStudent, type StudentRecord } from '#domain/student.ts'
import { missingDate, type FormErrors } from '#web/kit/form/field-errors.ts'
import type { SendForm } from '#web/kit/form/use-send-form.ts'
import { typedCash, typedPaidByErrors, type TypedPaidBy } from '#web/kit/receiving/payment-input.ts'
import { defaultDates, type FormDates } from '#web/kit/voucher-date-fields.tsx'

export const feeNames = studentHeads.map(({ key }) => key)
export type FeeName = (typeof feeNames)[number]

type TypedText = Exclude<
  keyof StudentRecord,
  'admissionDate' | 'dateOfBirth' | 'gender' | 'studentClass' | 'section'
>

/** A student's record and fees as typed: rupees as text, `''` if missing. */
export interface StudentForm
  extends Record<TypedText, string>, Record<FeeName, string>, FormDates, TypedPaidBy {
  readonly admissionDate: CalendarDate | ''
  readonly dateOfBirth: CalendarDate | ''
  readonly gender: Gender | ''
  readonly studentClass: SchoolClass | ''
  readonly section: Section | ''
  readonly note: string
  /** The amount received at once; '' means all of it. */
  readonly receivedNow: string
}

/** The parts of the form that a group of fields needs. */
export interface FieldsProps {
  readonly form: Pick<SendForm<StudentForm>, 'values' | 'errors' | 'change' | 'field'>
}

/** Returns an empty form: admitted and issued today, due in ten days, current month (spec 5.new-admission.dates). */
export const blankStudentForm = (today: CalendarDate): StudentForm => ({
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
  receivedNow: '',
  ...typedCash,
})

/** Returns the fees in paisa; a text that is not an amount counts as 0 (spec 5.amounts.not-a-number). */
export const feesOf = (form: Record<FeeName, string>): Fees =>
  byHead(studentHeads, ({ key }) => parseRupees(form[key]) ?? nothing)

/** The parts of the form, which an admission shows in two steps. */
export const steps = ['student', 'fees'] as const
export type Step = (typeof steps)[number]

/** Dates have defaults, but an emptied or unreadable date must not silently get its default. */
const requiredIn: Record<Step, readonly (keyof StudentForm)[]> = {
  student: ['admissionDate', ...requiredOfStudent],
  fees: [...feeNames, 'issueDate', 'dueDate', 'fromDate', 'toDate'],
}

const onFeeStep: ReadonlySet<string> = new Set([
  ...requiredIn.fees,
  'note',
  'receivedNow',
  ...Object.keys(typedCash),
])

export const stepOf = (field: string): Step => (onFeeStep.has(field) ? 'fees' : 'student')

const missing = 'Please fill in this field'
const dates: ReadonlySet<string> = new Set([
  'admissionDate',
  'dateOfBirth',
  'issueDate',
  'dueDate',
  'fromDate',
  'toDate',
])

/** Returns the errors of one step by field (spec 5.new-admission). */
export function errorsIn(step: Step, form: StudentForm, today: CalendarDate): FormErrors<StudentForm> {
  const empty = requiredIn[step].filter((name) => form[name].trim() === '')
  return {
    ...(step === 'student'
      ? birthErrors(form, today)
      : { ...amountErrors(form), ...paymentErrors(form, today) }),
    ...Object.fromEntries(empty.map((name) => [name, dates.has(name) ? missingDate : missing])),
  }
}

/** True if a field is empty, which the specification also alerts. */
export const isIncomplete = (errors: FormErrors<StudentForm>): boolean =>
  Object.values(errors).some((words) => words === missing || words === missingDate)

const birthErrors = ({ dateOfBirth }: StudentForm, today: CalendarDate): FormErrors<StudentForm> =>
  dateOfBirth !== '' && dateOfBirth >= today ? { dateOfBirth: 'Date of birth must be in the past' } : {}

/** Returns the amount in paisa; undefined for the full amount, null for a text that is not an amount. */
export const receivedNowOf = ({ receivedNow }: StudentForm): Money | null | undefined =>
  receivedNow.trim() === '' ? undefined : parseRupees(receivedNow)

function paymentErrors(form: StudentForm, today: CalendarDate): FormErrors<StudentForm> {
  const received = receivedNowOf(form)
  const wrong =
    received === null
      ? [{ field: 'receivedNow', message: notAnAmount }]
      : receivedNowErrors(received, {
          ...feesOf(form),
          ...byHead(voucherOnlyHeads, () => nothing),
          arrears: nothing,
        })
  return {
    ...typedPaidByErrors(form, today),
    ...Object.fromEntries(wrong.map(({ field, message }) => [field, message])),
  }
}

const notAnAmount = 'Enter an amount such as 4500 or 4500.50'

function amountErrors(form: StudentForm): FormErrors<StudentForm> {
  return {
    ...Object.fromEntries(feeErrors(feesOf(form)).map(({ field, message }) => [field, message])),
    ...Object.fromEntries(
      feeNames.flatMap((name) => {
        const words = amountError(form[name])
        return words ? [[name, words]] : []
      }),
    ),
  }
}

function amountError(typed: string): string | null {
  if (typed.trim() === '') return null
  const amount = parseRupees(typed)
  if (amount === null) return notAnAmount
  return amount > largestAmount ? 'At most 9,999,999.99' : null
}

/** Returns the error of a discount above the fee while typing, not only on Submit. */
export const errorsWhileTyping = (form: Pick<StudentForm, FeeName>): FormErrors<StudentForm> =>
  Object.fromEntries(
    form.monthlyFee.trim() === ''
      ? []
      : feeErrors(feesOf(form)).map(({ field, message }) => [field, message]),
  )
