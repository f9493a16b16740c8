import type { admitStudent } from '#contract/admission.ts'
import { monthOf, type CalendarDate } from '#domain/calendar.ts'
import { byHead, monthlyHeads, oneTimeHeads, voucherOnlyHeads } from '#domain/fee-heads.ts'
import { nothing, parseRupees, type Money } from '#domain/money.ts'
import { receivedNowErrors } from '#domain/payment.ts'
import { keysOf } from '#domain/record-of.ts'
import { admissionTotal, netMonthlyFee } from '#domain/voucher-amounts.ts'
import { admissionVoucherNo } from '#domain/voucher-number.ts'
import type { BodyOf } from '#web/api/call.ts'
import type { Staff } from '#web/api/session.ts'
import type { FormErrors } from '#web/kit/form/field-errors.ts'
import {
  paidByBody,
  readPaidBy,
  typedCash,
  typedPaidByErrors,
  type TypedPaidBy,
} from '#web/kit/receiving/payment-input.ts'
import {
  blankRecord,
  errorsByName,
  feeNames,
  feesErrors,
  feesForm,
  feesOf,
  missingIn,
  notAnAmount,
  recordErrors,
  type FeeName,
  type FeesForm,
  type FieldsProps,
  type RecordForm,
} from '#web/kit/student-form/student-form.ts'
import { defaultDates, periodOf, type FormDates } from '#web/kit/voucher-date-fields.tsx'

export interface AdmissionForm extends RecordForm, FeesForm, FormDates, TypedPaidBy {
  readonly note: string
  /** The amount received at once; '' means all of it. */
  readonly receivedNow: string
}

export type AdmissionProps = FieldsProps<AdmissionForm>

/** Returns an empty form: admitted and issued today, due in ten days, current month (spec 5.new-admission.dates). */
export const blankAdmission = (today: CalendarDate): AdmissionForm => ({
  ...blankRecord,
  admissionDate: today,
  ...feesForm(null),
  ...defaultDates(today),
  note: '',
  receivedNow: '',
  ...typedCash,
})

export const totalOf = (form: AdmissionForm): Money => admissionTotal(feesOf(form))

/** The amount received now; null for a text that is not an amount. */
export const receivedNowOf = (form: AdmissionForm): Money | null =>
  form.receivedNow.trim() === '' ? totalOf(form) : parseRupees(form.receivedNow)

/** Returns the errors by field (spec 5.new-admission). */
export function admissionErrors(form: AdmissionForm, today: CalendarDate): FormErrors<AdmissionForm> {
  const received = receivedNowOf(form)
  const charged = { ...feesOf(form), ...byHead(voucherOnlyHeads, () => nothing), arrears: nothing }
  return {
    ...recordErrors(form, today),
    ...feesErrors(form),
    ...typedPaidByErrors(form, today),
    ...(received === null
      ? { receivedNow: notAnAmount }
      : errorsByName(receivedNowErrors(received, charged))),
    ...missingIn(form, keysOf(defaultDates(today))),
  }
}

/** Returns the record without fees, note, voucher dates and payment. */
function recordOf(form: AdmissionForm) {
  const { method: _method, reference: _reference, chequeDate: _cheque, receivedNow: _now, ...unpaid } = form
  const { note: _note, issueDate: _issued, dueDate: _due, fromDate: _from, toDate: _to, ...rest } = unpaid
  const record: Omit<typeof rest, FeeName> & { [name in FeeName]?: string } = rest
  for (const name of feeNames) delete record[name]
  return record
}

/**
 * Every field of the entities (spec 3.voucher.financial-data, spec 7.admissions.new); `rollNo` is the forecast for all
 * three numbers. Our server assigns numbers and computes sums itself (decisions 4.roll-numbers, decisions 6.payloads).
 */
export function admissionPayload(
  form: AdmissionForm,
  rollNo: number,
  { campus, name, today }: Staff,
): BodyOf<typeof admitStudent> {
  const { studentName, studentClass, section, issueDate, dueDate, fromDate, toDate, note } = form
  const fees = feesOf(form)
  const { year, month } = monthOf(fromDate === '' ? today : fromDate)
  const total = totalOf(form)
  const now = receivedNowOf(form) ?? total
  const paidBy = readPaidBy(form)
  return {
    studentData: { ...recordOf(form), admissionNo: rollNo, registrationNo: rollNo, rollNo, campus },
    financialData: {
      ...byHead(monthlyHeads, ({ key }) => fees[key]),
      netMonthlyFee: netMonthlyFee(fees),
      ...byHead(oneTimeHeads, ({ key }) => fees[key]),
      ...byHead(voucherOnlyHeads, () => nothing),
      issueDate,
      dueDate,
      feePeriod: periodOf({ fromDate, toDate }),
      monthGenerated: month,
      yearGenerated: year,
      voucherNo: studentClass && section ? admissionVoucherNo({ studentClass, section, rollNo }) : '',
      studentName,
      rollNo,
      studentClass,
      section,
      campus,
      note,
      arrears: nothing,
      // An admission is paid and posted at once (spec 4.voucher.admission), unless only a part is received now.
      receivedAmount: now,
      feePaid: now === total,
      ...(now !== total && { receivedNow: now }),
      ...(paidBy.method !== 'cash' && paidByBody(paidBy)),
      receivedBy: name,
      receivedDate: today,
      editedBy: '',
      posted: true,
      isRemoved: false,
    },
  }
}
