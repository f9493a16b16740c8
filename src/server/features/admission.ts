import type * as contract from '#contract/admission.ts'
import { monthOf, type CalendarDate } from '#domain/calendar.ts'
import { requireOpenDay } from '#domain/closed-days.ts'
import { feeErrors, noOneTimeFees } from '#domain/fee.ts'
import { nothing, type Money } from '#domain/money.ts'
import { orThrow, prefixFields, refuse, refuseFields, type FieldError } from '#domain/outcome.ts'
import { paidBy, type PaidBy } from '#domain/payment-method.ts'
import { receivedNowErrors } from '#domain/payment.ts'
import { studentErrors } from '#domain/student.ts'
import { netBalance } from '#domain/voucher-amounts.ts'
import { admissionVoucherNo } from '#domain/voucher-number.ts'
import { openVoucher, voucherDates } from '#domain/voucher.ts'
import type { CallContext } from '#server/http/call.ts'
import { findLastNumber, takeNextNumber } from '#server/records/counters.ts'
import { findUsualFees, insertFees } from '#server/records/fees.ts'
import { writeHistory } from '#server/records/history.ts'
import type { Scope } from '#server/records/scope.ts'
import { insertStudent } from '#server/records/students/students.ts'
import { findFeePlan } from '#server/records/vouchers/fee-plan.ts'
import { insertVoucher, lockVoucher } from '#server/records/vouchers/vouchers.ts'
import { takePayment } from '#server/services/take-payment.ts'

/** The form shows the next number as a forecast (decisions 4.roll-numbers.forecast). */
export async function lastRollNumber({ scope }: CallContext<typeof contract.lastRollNumber>) {
  return { msg: 'Last roll number fetched', lastRollNumber: await findLastNumber(scope, 'roll number') }
}

/** The admission form begins with these: of the fee plan, and the most frequent ones. */
export async function usualFees({ params: { studentClass }, scope }: CallContext<typeof contract.usualFees>) {
  const { [studentClass]: plan } = await findFeePlan(scope)
  const usual = await findUsualFees(scope, studentClass, monthOf(scope.today))
  return { msg: usual ? 'Usual fees fetched' : 'The class has no students', plan, usual }
}

type Body = CallContext<typeof contract.admitStudent>['body']

function admissionErrors({ studentData, financialData }: Body, today: CalendarDate): FieldError[] {
  const student = { ...studentData, admissionDate: studentData.admissionDate ?? today }
  return [
    ...prefixFields('studentData', studentErrors(student, today)),
    ...prefixFields('financialData', [
      ...feeErrors(financialData),
      ...receivedNowErrors(financialData.receivedNow, openVoucher(financialData, null)),
    ]),
  ]
}

/** Refuses at its field a value that does not fit. */
function paidByOf({ financialData }: Body, today: CalendarDate): PaidBy {
  const how = paidBy(financialData, today)
  if (how.ok || how.refusal.code !== 'invalid') return orThrow(how)
  return orThrow(refuseFields(...prefixFields('financialData', how.refusal.errors)))
}

/** The admission voucher is posted and paid at once (spec 4.voucher.admission), or in part if the office takes less now. */
export async function admitStudent({ body, scope }: CallContext<typeof contract.admitStudent>) {
  const { today } = scope
  const { studentData, financialData } = body
  const errors = admissionErrors(body, today)
  if (errors.length > 0) return orThrow(refuseFields(...errors))
  const how = paidByOf(body, today)

  const period = financialData.feePeriod
  const dates = voucherDates({ ...financialData, periodFrom: period?.from, periodTo: period?.to }, today)
  orThrow(requireOpenDay(dates.issueDate, scope.dateRules))
  const rollNo = await takeNextNumber(scope, 'roll number')
  const student = { ...studentData, admissionDate: studentData.admissionDate ?? today }
  await insertStudent(scope, rollNo, student)
  await insertFees(scope, rollNo, { ...financialData, ...noOneTimeFees })

  const voucherNo = admissionVoucherNo({ ...studentData, rollNo })
  await insertVoucher(scope, {
    ...openVoucher(financialData, null),
    ...dates,
    voucherNo,
    rollNo,
    chainNo: 1,
    kind: 'admission',
    studentClass: studentData.studentClass,
    section: studentData.section,
    month: monthOf(dates.periodFrom),
    posted: true,
    note: financialData.note,
    runNo: null,
  })
  const receiptNo = await payAdmission(scope, voucherNo, financialData.receivedNow, how)
  await writeHistory(scope, { what: 'student admitted', rollNo, voucherNo, after: student })
  return {
    msg: 'Admission added successfully' as const,
    rollNo,
    admissionNo: rollNo,
    registrationNo: rollNo,
    voucherNo,
    receiptNo,
  }
}

/** Receives the voucher in full if no amount is given; returns the receipt's number, null if there is none. */
async function payAdmission(
  scope: Scope,
  voucherNo: string,
  receivedNow: Money | undefined,
  how: PaidBy,
): Promise<number | null> {
  const voucher = await lockVoucher(scope, voucherNo)
  if (!voucher || voucher.paid) return null
  const amount = receivedNow ?? netBalance(voucher)
  if (amount === nothing) return null
  if (!scope.rights.includes('receive')) return orThrow(refuse('no-right', { right: 'receive' }))
  const payment = { amount, expectedBalance: null, receivedOn: scope.today, reason: '', ...how }
  const { receiptNo } = await takePayment(scope, voucher, payment)
  return receiptNo
}
