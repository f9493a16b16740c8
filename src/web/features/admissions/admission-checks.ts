import { fillAllFields } from '#contract/refusals.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import { feeErrors } from '#domain/fee.ts'
import { largestAmount, parseRupees } from '#domain/money.ts'
import { requiredOfStudent } from '#domain/student.ts'
import { feeNames, feesOf, type AdmissionErrors, type AdmissionForm, type FeeName } from './admission-form.ts'

export const steps = ['student', 'fees'] as const
export type Step = (typeof steps)[number]

/** The dates have defaults, but one that was emptied or cannot be read must not turn into the default unseen. */
const requiredIn: Record<Step, readonly (keyof AdmissionForm)[]> = {
  student: ['admissionDate', ...requiredOfStudent],
  fees: [...feeNames, 'issueDate', 'dueDate', 'fromDate', 'toDate'],
}

const onFeeStep: ReadonlySet<string> = new Set([...requiredIn.fees, 'note'])

/** The step on which a field stands. */
export const stepOf = (field: string): Step => (onFeeStep.has(field) ? 'fees' : 'student')

const missing = 'Please fill in this field'
export const missingDate = 'Please give a date such as 21/11/2026'
const dates: ReadonlySet<string> = new Set([
  'admissionDate',
  'dateOfBirth',
  'issueDate',
  'dueDate',
  'fromDate',
  'toDate',
])

/** What keeps a step from being left, field by field (spec 5.new-admission). */
export function wrongIn(step: Step, form: AdmissionForm, today: CalendarDate): AdmissionErrors {
  const empty = requiredIn[step].filter((name) => form[name].trim() === '')
  return {
    ...(step === 'student' ? wrongInBirth(form, today) : wrongInAmounts(form)),
    ...Object.fromEntries(empty.map((name) => [name, dates.has(name) ? missingDate : missing])),
  }
}

/** The words on top: those of the specification where a field is empty, none where the fields say it all. */
export const wordsFor = (errors: Readonly<Record<string, string>>): string | null =>
  Object.values(errors).some((words) => words === missing || words === missingDate) ? fillAllFields : null

const wrongInBirth = ({ dateOfBirth }: AdmissionForm, today: CalendarDate): AdmissionErrors =>
  dateOfBirth !== '' && dateOfBirth >= today ? { dateOfBirth: 'A date of birth lies in the past' } : {}

function wrongInAmounts(form: AdmissionForm): AdmissionErrors {
  const fees = feesOf(form)
  return {
    ...Object.fromEntries(feeErrors(fees).map(({ field, message }) => [field, message])),
    ...Object.fromEntries(
      feeNames.flatMap((name) => {
        const words = wrongInAmount(form[name])
        return words ? [[name, words]] : []
      }),
    ),
  }
}

function wrongInAmount(typed: string): string | null {
  if (typed.trim() === '') return null
  const amount = parseRupees(typed)
  if (amount === null) return 'Write an amount such as 4500 or 4500.50'
  return amount > largestAmount ? 'At most 9,999,999.99' : null
}

/** A discount above the fee is said while it is typed, not only on Submit. */
export const wrongWhileTyping = (form: Pick<AdmissionForm, FeeName>): AdmissionErrors =>
  Object.fromEntries(
    form.monthlyFee.trim() === ''
      ? []
      : feeErrors(feesOf(form)).map(({ field, message }) => [field, message]),
  )

/** What the server found wrong, under this form's names; a path such as `studentData.studentName` ends in one. */
export function fromServer(
  errors: readonly { readonly field: string; readonly message: string }[],
  form: AdmissionForm,
): AdmissionErrors {
  const named = errors.map(({ field, message }) => [field.split('.').at(-1) ?? field, message] as const)
  return Object.fromEntries(
    named
      .map(([field, message]) => [field === 'feePeriod' ? 'fromDate' : field, message] as const)
      .filter(([field]) => field in form),
  )
}
