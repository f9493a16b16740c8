// The effect of a row on the school, once the row is read and its student is found.

import { approvalReason, lowered } from '#domain/approval.ts'
import { addYears, type CalendarDate } from '#domain/calendar.ts'
import { changedFields } from '#domain/changed-fields.ts'
import { feeErrors, type MonthlyFee } from '#domain/fee.ts'
import { fieldLabel, recordLabels } from '#domain/field-label.ts'
import { formatRupees, nothing, type Money } from '#domain/money.ts'
import { plainDigits } from '#domain/plain-text.ts'
import { keysOf, recordOf } from '#domain/record-of.ts'
import {
  mayBeMissing,
  missingFields,
  requiredOfStudent,
  studentErrors,
  type StudentRecord,
} from '#domain/student.ts'
import { netMonthlyFee } from '#domain/voucher-amounts.ts'
import type { ImportFile } from './file.ts'
import { isFiller } from './identity.ts'
import type { ImportField, KnownStudent, RowAction, RowProblem } from './import.ts'
import type { RowReading } from './row.ts'

/** The effect of a row, with its problems; an error, unlike a warning, prevents the actions. */
export interface RowEffect {
  readonly actions: readonly RowAction[]
  readonly problems: readonly RowProblem[]
  /** True for a new child whose record lacks a field that an edit requires. */
  readonly isIncomplete: boolean
  /** True if the row brings in a balance, which needs the day of the balances. */
  readonly bringsBalance: boolean
}

interface AdmitEffect extends Omit<RowEffect, 'actions'> {
  /** The admission without its roll number, which depends on earlier rows; null if the row is refused. */
  readonly draft: Omit<Extract<RowAction, { kind: 'admit' }>, 'rollNo'> | null
}

const [youngest, oldest] = [2, 25]

const problem = (
  code: string,
  field: ImportField | null,
  message: string,
  isWarning = false,
): RowProblem => ({
  code,
  field,
  message,
  isWarning,
})

const recordFields = keysOf(recordLabels)

const recordOfStudent = (valueOf: (field: keyof StudentRecord) => string): StudentRecord =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every field has a text of its type, or is refused
  recordOf(recordFields, (field) => field, valueOf) as StudentRecord

const missing = (field: ImportField): RowProblem =>
  problem('missing', field, `${fieldLabel(field)} is missing`)

const hasError = (problems: readonly RowProblem[], field: ImportField): boolean =>
  problems.some((one) => one.field === field && !one.isWarning)

/** Returns the errors, or else the warning, about the dates of a record. */
function dateProblems(
  record: Pick<StudentRecord, 'dateOfBirth' | 'admissionDate'>,
  today: CalendarDate,
): RowProblem[] {
  const errors = studentErrors(record, today)
  if (errors.length > 0)
    return errors.map(({ field, message }) =>
      field === 'dateOfBirth'
        ? problem('birth-not-past', 'dateOfBirth', message)
        : problem('date-in-future', 'admissionDate', message),
    )
  const { dateOfBirth } = record
  if (dateOfBirth === '') return []
  if (dateOfBirth <= addYears(today, -youngest) && dateOfBirth >= addYears(today, -oldest)) return []
  const message = `Date of birth ${dateOfBirth}: a student is usually ${youngest} to ${oldest} years old`
  return [problem('age-unlikely', 'dateOfBirth', message, true)]
}

function feeProblems(fee: MonthlyFee): RowProblem[] {
  const errors = feeErrors(fee).map(({ message }) => problem('discount-too-large', 'discount', message))
  if (errors.length > 0 || fee.monthlyFee !== nothing) return errors
  return [problem('fee-zero', 'monthlyFee', 'The monthly fee is 0', true)]
}

/** Refuses to lower a fee that a second person has to approve, which is possible on the screen of a single student. */
function loweredTooFar({ feeLimit }: ImportFile, student: KnownStudent, after: MonthlyFee): RowProblem[] {
  const amount = lowered(netMonthlyFee(student.fee), netMonthlyFee(after))
  const reason = approvalReason({ amount, isOwnMoney: student.isOwnMoney }, feeLimit)
  if (reason === null) return []
  const [code, words] =
    reason === 'own money'
      ? ['fee-of-own-money', 'Lowers the fee of a child whose money you received']
      : ['fee-needs-approval', `Lowers the fee by ${formatRupees(amount)}`]
  const message = `${words}, which a second person has to approve: use Change student fee`
  return [problem(code, 'monthlyFee', message)]
}

/** Returns the problem with the day of the balances; empty if the balance is 0 or the day is valid. */
function asOfProblems(file: ImportFile, balance: Money): RowProblem[] {
  if (balance === nothing || file.asOf !== null) return []
  return file.asOfError
    ? [problem('as-of-wrong', 'balance', file.asOfError)]
    : [problem('question-open', 'balance', 'Waits for an answer: the day of the balances')]
}

const isOptional = (field: ImportField): boolean => mayBeMissing.some((one) => one === field)

/** Builds the record of a new child, with a problem for each missing field that every register must have. */
function recordOfRow(row: RowReading) {
  const problems = requiredOfStudent
    .filter((field) => row.record[field] === undefined && !hasError(row.problems, field))
    .filter((field) => !isOptional(field))
    .map(missing)
  return { record: recordOfStudent((field) => row.record[field] ?? ''), problems }
}

/** Returns the first fee of a new child, with its problems. */
function firstFee({ fee, problems }: RowReading) {
  const { monthlyFee, discount = nothing } = fee
  if (monthlyFee !== undefined) {
    const first = { monthlyFee, discount }
    return { fee: first, problems: feeProblems(first) }
  }
  const isUnread = hasError(problems, 'monthlyFee')
  return { fee: { monthlyFee: nothing, discount }, problems: isUnread ? [] : [missing('monthlyFee')] }
}

/** Admits a new child; the draft is null if an error refuses the row. */
export function admit(file: ImportFile, row: RowReading): AdmitEffect {
  const { record: rowRecord, problems: recordProblems } = recordOfRow(row)
  const { fee, problems: firstFeeProblems } = firstFee(row)
  const admissionDate = row.record.admissionDate ?? file.asOf ?? file.today
  const record = { ...rowRecord, admissionDate }
  const balance = row.balance ?? nothing
  const problems = [
    ...recordProblems,
    ...dateProblems(record, file.today),
    ...firstFeeProblems,
    ...asOfProblems(file, balance),
  ]
  const isRefused = [...row.problems, ...problems].some(({ isWarning }) => !isWarning)
  const draft = { kind: 'admit' as const, oldNumber: row.oldNumber, record, fee, balance }
  return {
    draft: isRefused ? null : draft,
    problems,
    isIncomplete: missingFields(record).length > 0,
    bringsBalance: balance !== nothing,
  }
}

const numberFields: ReadonlySet<string> = new Set([
  'fatherCnic',
  'fatherHomePhone',
  'fatherOfficePhone',
  'telephone',
])

const isSame = (field: keyof StudentRecord, previous: string, value: string): boolean => {
  if (!numberFields.has(field)) return previous === value
  const digits = plainDigits(value)
  if (previous !== '' && isFiller(digits)) return true
  return digits === '' ? previous === value : digits === plainDigits(previous)
}

/** Returns the record before and after the row; a number in another notation, or a filler, does not change it. */
function editedRecord(student: KnownStudent, given: Partial<StudentRecord>) {
  const before = recordOfStudent((field) => student[field])
  const after = recordOfStudent((field) => {
    const value = given[field]
    return value === undefined || isSame(field, student[field], value) ? student[field] : value
  })
  return { before, after }
}

/** Returns the effect of a row's balance on a child in the portal: an opening balance can be brought in only once. */
function balanceEffect(file: ImportFile, student: KnownStudent, balance: Money | null) {
  const opening = student.openingBalance ?? nothing
  if (balance === null || balance === opening) return { problems: [], brings: false }
  if (student.openingBalance !== null) {
    const message = `Its opening balance of Rs ${formatRupees(opening)} is in the books; correct it with an adjustment`
    return { problems: [problem('balance-in-books', 'balance', message)], brings: false }
  }
  if (student.hasVouchers) {
    const message = 'Has vouchers already, so that no opening balance can be brought in; use an adjustment'
    return { problems: [problem('has-vouchers', 'balance', message)], brings: false }
  }
  return { problems: asOfProblems(file, balance), brings: true }
}

/** Changes a child in the portal to the values of the row; does nothing if they are the same. */
export function change(file: ImportFile, row: RowReading, student: KnownStudent): RowEffect {
  const { rollNo } = student
  const changeable = pickChangeable(file, row.record)
  const { before, after } = editedRecord(student, changeable)
  const actions: RowAction[] = []
  const problems: RowProblem[] = []
  if (file.kind === 'fees' && Object.keys(row.fee).length === 0 && row.problems.length === 0)
    problems.push(problem('missing', 'monthlyFee', 'Gives no fee'))
  if (changedFields(before, after)) {
    actions.push({ kind: 'edit record', rollNo, before, after })
    problems.push(...dateProblems(after, file.today))
  }
  const fee = { ...student.fee, ...row.fee }
  if (changedFields(student.fee, fee)) {
    actions.push({ kind: 'change fee', rollNo, before: student.fee, after: fee })
    problems.push(...feeProblems(fee), ...loweredTooFar(file, student, fee))
  }
  const balance = balanceEffect(file, student, row.balance)
  problems.push(...balance.problems)
  if (balance.brings && row.balance !== null) {
    const { studentClass, section } = after
    actions.push({ kind: 'bring balance', rollNo, studentClass, section, balance: row.balance })
  }
  return { actions, problems, isIncomplete: false, bringsBalance: balance.brings }
}

/** Returns the fields that this kind of import may change; the other fields only identify the student. */
function pickChangeable({ kind }: ImportFile, record: Partial<StudentRecord>): Partial<StudentRecord> {
  if (kind === 'students') return record
  if (kind !== 'contacts') return {}
  const { studentName: _name, fatherName: _father, dateOfBirth: _birth, ...rest } = record
  return rest
}
