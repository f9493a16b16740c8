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
import { findFeePlan, findUsualFees, insertFees } from '#server/records/fees.ts'
import { writeHistory } from '#server/records/history.ts'
import type { Scope } from '#server/records/scope.ts'
import { insertStudent } from '#server/records/students/students.ts'
import { insertVoucher, lockVoucher } from '#server/records/vouchers/vouchers.ts'
import { takePayment } from '#server/services/take-payment.ts'

/** Returns the last roll number, from which the form forecasts the next one (decisions 4.roll-numbers.forecast). */
export async function lastRollNumber({ scope }: CallContext<typeof contract.lastRollNumber>) {
  return { msg: 'Last roll number fetched', lastRollNumber: await findLastNumber(scope, 'roll number') }
}

/** Returns the fees that the admission form starts with: those of the fee plan, and the most frequent ones. */
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

/** Returns how the money was paid; refuses an invalid value with an error at its field. */
function paidByOf({ financialData }: Body, today: CalendarDate): PaidBy {
  const paymentMethod = paidBy(financialData, today)
  if (paymentMethod.ok || paymentMethod.refusal.code !== 'invalid') return orThrow(paymentMethod)
  return orThrow(refuseFields(...prefixFields('financialData', paymentMethod.refusal.errors)))
}

/** Admits a student; the admission voucher is posted and paid at once, fully or in part (spec 4.voucher.admission). */
export async function admitStudent({ body, scope }: CallContext<typeof contract.admitStudent>) {
  const { today } = scope
  const { studentData, financialData } = body
  const errors = admissionErrors(body, today)
  if (errors.length > 0) return orThrow(refuseFields(...errors))
  const paymentMethod = paidByOf(body, today)

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
  const receiptNo = await payAdmission(scope, voucherNo, financialData.receivedNow, paymentMethod)
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

/** Receives the voucher in full unless an amount is given. Returns the receipt number; null if nothing is received. */
async function payAdmission(
  scope: Scope,
  voucherNo: string,
  receivedNow: Money | undefined,
  paymentMethod: PaidBy,
): Promise<number | null> {
  const voucher = await lockVoucher(scope, voucherNo)
  if (!voucher || voucher.paid) return null
  const amount = receivedNow ?? netBalance(voucher)
  if (amount === nothing) return null
  if (!scope.rights.includes('receive')) return orThrow(refuse('no-right', { right: 'receive' }))
  const payment = { amount, expectedBalance: null, receivedOn: scope.today, reason: '', ...paymentMethod }
  const { receiptNo } = await takePayment(scope, voucher, payment)
  return receiptNo
}
