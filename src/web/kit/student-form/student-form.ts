import type { CalendarDate } from '#domain/calendar.ts'
import { byHead, labelIn, studentHeads } from '#domain/fee-heads.ts'
import { feeErrors, type Fees } from '#domain/fee.ts'
import { recordLabels, type RecordField } from '#domain/field-label.ts'
import { formatRupees, largestAmount, nothing, parseRupees, type Money } from '#domain/money.ts'
import type { FieldError } from '#domain/outcome.ts'
import { keysOf, recordOf } from '#domain/record-of.ts'
import { latinDigits } from '#domain/student-search.ts'
import { requiredOfStudent, studentErrors, type StudentRecord } from '#domain/student.ts'
import { missingDate, type FormErrors } from '#web/kit/form/field-errors.ts'
import type { SendForm } from '#web/kit/form/use-send-form.ts'

/** A student's record as typed; `''` if missing. */
export type RecordForm = { readonly [Name in RecordField]: StudentRecord[Name] | '' }

export const recordFields = keysOf(recordLabels)

export const blankRecord: RecordForm = recordOf(
  recordFields,
  (name) => name,
  () => '' as const,
)

export const feeNames = studentHeads.map(({ key }) => key)
export type FeeName = (typeof feeNames)[number]

/** A student's fees as typed, in rupees. */
export type FeesForm = Readonly<Record<FeeName, string>>

export const typedAmount = (amount: Money | null): string => (amount === null ? '' : formatRupees(amount))

/** Formats fees as typed; empty if there are none. */
export const feesForm = (fees: Fees | null): FeesForm =>
  byHead(studentHeads, ({ key }) => typedAmount(fees && fees[key]))

/** Returns the fees in paisa; a text that is not an amount counts as 0 (spec 5.amounts.not-a-number). */
export const feesOf = (form: FeesForm): Fees =>
  byHead(studentHeads, ({ key }) => parseRupees(form[key]) ?? nothing)

/** The fees by the specification's labels (spec 2.edit-vouchers). */
export const feeLabels: FeesForm = byHead(studentHeads, (head) => labelIn('feesForm', head))

/** The parts of the form that a group of fields needs. */
export interface FieldsProps<Form = RecordForm> {
  readonly form: Pick<SendForm<Form>, 'values' | 'errors' | 'change' | 'field'>
}

const missing = 'Please fill in this field'

export const errorsByName = (errors: readonly FieldError[]): Readonly<Record<string, string>> =>
  Object.fromEntries(errors.map(({ field, message }) => [field, message]))

/** Returns the errors of empty fields. */
export const missingIn = <Name extends string>(
  form: Readonly<Record<Name, string>>,
  names: readonly Name[],
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    names
      .filter((name) => form[name].trim() === '')
      .map((name) => [name, /date/i.test(name) ? missingDate : missing]),
  )

/** True if a field is empty, which the specification also alerts. */
export const isIncomplete = (errors: FormErrors<object>): boolean =>
  Object.values(errors).some((words) => words === missing || words === missingDate)

/** Returns the errors of a record by field (spec 5.new-admission, spec 5.edit-admission). */
export const recordErrors = (form: RecordForm, today: CalendarDate): FormErrors<RecordForm> => ({
  ...errorsByName(studentErrors({ ...form, admissionDate: form.admissionDate || today }, today)),
  // Dates have defaults, but an emptied or unreadable date must not silently get its default.
  ...missingIn(form, ['admissionDate', ...requiredOfStudent]),
})

/** Returns the errors of fees by field (spec 5.new-admission). */
export const feesErrors = (form: FeesForm): FormErrors<FeesForm> => ({
  ...errorsByName(feeErrors(feesOf(form))),
  ...amountErrors(form, feeNames),
  ...missingIn(form, feeNames),
})

/** Returns the errors of typed amounts; a field may be empty. */
export const amountErrors = <Name extends string>(
  form: Readonly<Record<Name, string>>,
  names: readonly Name[],
  words?: string,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const error = amountError(form[name], words)
      return error === null ? [] : [[name, error]]
    }),
  )

export function amountError(typed: string, words = 'Enter an amount such as 4500 or 4500.50'): string | null {
  if (typed.trim() === '') return null
  const amount = parseRupees(typed)
  if (amount === null) return words
  return amount > largestAmount ? `At most ${formatRupees(largestAmount)}` : null
}

/** Returns the error of a discount above the fee while typing, not only on Submit. */
export const errorsWhileTyping = (form: FeesForm): FormErrors<FeesForm> =>
  form.monthlyFee.trim() === '' ? {} : errorsByName(feeErrors(feesOf(form)))

/** A value before and after, as the screen formats it. */
export interface Changed {
  readonly label: string
  readonly before: string
  readonly after: string
}

const format = (typed: string): string => {
  const amount = parseRupees(typed)
  return amount === null ? typed.trim() : formatRupees(amount)
}

/** Lists the changed fees, formatted as on the screens. */
export const feeChanges = (
  before: FeesForm,
  after: FeesForm,
  names: readonly FeeName[] = feeNames,
  labels: FeesForm = feeLabels,
): readonly Changed[] =>
  names
    .map((name) => ({ label: labels[name], before: format(before[name]), after: format(after[name]) }))
    .filter((change) => change.before !== change.after)

/** Adds dashes to the digits of a CNIC, 35202-1234567-1; leaves other text as it is. */
export const dashCnic = (before: string, typed: string): string =>
  dashed(before, typed, (digits) =>
    digits.length > 13 ? null : [digits.slice(0, 5), digits.slice(5, 12), digits.slice(12)],
  )

/** Adds the dash to the digits of a mobile number, 0300-1234567; leaves other text as it is. */
export const dashMobile = (before: string, typed: string): string =>
  dashed(before, typed, (digits) =>
    digits.length > 11 || !digits.startsWith('03') ? null : [digits.slice(0, 4), digits.slice(4)],
  )

/** Adds dashes only to appended text: a correction in the middle must not move the cursor. */
function dashed(before: string, typed: string, partsOf: (digits: string) => string[] | null): string {
  const plain = latinDigits(typed)
  if (typed.length <= before.length || !typed.startsWith(before) || !/^[\d-]+$/.test(plain)) return typed
  return partsOf(plain.replaceAll('-', ''))?.filter(Boolean).join('-') ?? typed
}

/** Returns a warning about an age that no child at this school has; null if the age is plausible. */
export function oddAge(dateOfBirth: CalendarDate | '', on: CalendarDate | ''): string | null {
  if (dateOfBirth === '' || on === '' || dateOfBirth > on) return null
  const birthdayToCome = on.slice(5) < dateOfBirth.slice(5)
  const years = Number(on.slice(0, 4)) - Number(dateOfBirth.slice(0, 4)) - (birthdayToCome ? 1 : 0)
  return years >= 2 && years <= 25 ? null : `Age ${years} on admission. Is the year right?`
}
