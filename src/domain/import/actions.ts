// The effect of a row on the school, once it is read and its student is found.

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

/** The effect of a row, with its problems; nothing is done if a problem is no warning. */
export interface RowEffect {
  readonly actions: readonly RowAction[]
  readonly problems: readonly RowProblem[]
  /** True for a new child whose record lacks something that an edit asks for. */
  readonly isIncomplete: boolean
  /** True if it needs the day of the balances. */
  readonly bringsBalance: boolean
}

interface AdmitEffect extends Omit<RowEffect, 'actions'> {
  /** The admission without its number, which follows from the rows before; null if the row is refused. */
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

/** The warning or error in the dates of a record. */
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

/** Refuses to lower a fee if a second person has to approve it, which is done on the screen of a single student. */
function loweredTooFar({ feeLimit }: ImportFile, student: KnownStudent, after: MonthlyFee): RowProblem[] {
  const amount = lowered(netMonthlyFee(student.fee), netMonthlyFee(after))
  const reason = approvalReason({ amount, isOwnMoney: student.isOwnMoney }, feeLimit)
  if (reason === null) return []
  const [code, what] =
    reason === 'own money'
      ? ['fee-of-own-money', 'Lowers the fee of a child whose money you received']
      : ['fee-needs-approval', `Lowers the fee by ${formatRupees(amount)}`]
  const message = `${what}, which a second person has to approve: use Change student fee`
  return [problem(code, 'monthlyFee', message)]
}

/** The problem with the day of the balance that a new child brings. */
function asOfProblems(file: ImportFile, balance: Money): RowProblem[] {
  if (balance === nothing || file.asOf !== null) return []
  return file.asOfError
    ? [problem('as-of-wrong', 'balance', file.asOfError)]
    : [problem('question-open', 'balance', 'Waits for an answer: the day of the balances')]
}

const isOptional = (field: ImportField): boolean => mayBeMissing.some((one) => one === field)

/** The record of a new child, with a problem for each required field that the row lacks and no register may lack. */
function recordOfRow(row: RowReading) {
  const problems = requiredOfStudent
    .filter((field) => row.record[field] === undefined && !hasError(row.problems, field))
    .filter((field) => !isOptional(field))
    .map(missing)
  return { record: recordOfStudent((field) => row.record[field] ?? ''), problems }
}

/** The first fee of a new child. */
function firstFee({ fee, problems }: RowReading) {
  const { monthlyFee, discount = nothing } = fee
  if (monthlyFee !== undefined) {
    const first = { monthlyFee, discount }
    return { fee: first, problems: feeProblems(first) }
  }
  const isUnread = hasError(problems, 'monthlyFee')
  return { fee: { monthlyFee: nothing, discount }, problems: isUnread ? [] : [missing('monthlyFee')] }
}

/** Admits a new child; without a draft if a problem refuses the row. */
export function admit(file: ImportFile, row: RowReading): AdmitEffect {
  const { record: given, problems: ofRecord } = recordOfRow(row)
  const { fee, problems: ofFee } = firstFee(row)
  const admissionDate = row.record.admissionDate ?? file.asOf ?? file.today
  const record = { ...given, admissionDate }
  const balance = row.balance ?? nothing
  const problems = [
    ...ofRecord,
    ...dateProblems(record, file.today),
    ...ofFee,
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

const isSame = (field: keyof StudentRecord, was: string, value: string): boolean => {
  if (!numberFields.has(field)) return was === value
  const digits = plainDigits(value)
  if (was !== '' && isFiller(digits)) return true
  return digits === '' ? was === value : digits === plainDigits(was)
}

/** The record before and after the row; a number that is only written in another way, or filled in, changes nothing. */
function editedRecord(student: KnownStudent, given: Partial<StudentRecord>) {
  const before = recordOfStudent((field) => student[field])
  const after = recordOfStudent((field) => {
    const value = given[field]
    return value === undefined || isSame(field, student[field], value) ? student[field] : value
  })
  return { before, after }
}

/** The effect of the balance of a child in the portal: it is in the books already, or it may be brought once. */
function balanceEffect(file: ImportFile, student: KnownStudent, balance: Money | null) {
  const brought = student.openingBalance ?? nothing
  if (balance === null || balance === brought) return { problems: [], brings: false }
  if (student.openingBalance !== null) {
    const message = `Its opening balance of Rs ${formatRupees(brought)} is in the books; correct it with an adjustment`
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
  const given = changeable(file, row.record)
  const { before, after } = editedRecord(student, given)
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

/** The fields that this kind of import may change: the others only find the student. */
function changeable({ kind }: ImportFile, record: Partial<StudentRecord>): Partial<StudentRecord> {
  if (kind === 'students') return record
  if (kind !== 'contacts') return {}
  const { studentName: _name, fatherName: _father, dateOfBirth: _birth, ...rest } = record
  return rest
}
