import type { admitStudent } from '#contract/admission.ts'
import { monthOf } from '#domain/calendar.ts'
import { byHead, monthlyHeads, oneTimeHeads, voucherOnlyHeads } from '#domain/fee-heads.ts'
import { nothing } from '#domain/money.ts'
import { admissionTotal, netMonthlyFee } from '#domain/voucher-amounts.ts'
import { admissionVoucherNo } from '#domain/voucher-number.ts'
import type { BodyOf } from '#web/api/call.ts'
import type { Staff } from '#web/api/session.ts'
import { paidByBody, readPaidBy } from '#web/kit/receiving/payment-input.ts'
import { recordPayload } from '#web/kit/student-form/record-payload.ts'
import { feesOf, receivedNowOf, type StudentForm } from '#web/kit/student-form/student-form.ts'
import { periodOf } from '#web/kit/voucher-date-fields.tsx'

type Admission = BodyOf<typeof admitStudent>

/**
 * Every field of the entities (spec 3.voucher.financial-data, spec 7.admissions.new); `number` is the forecast for all
 * three numbers. Our server assigns numbers and computes sums itself (decisions 4.roll-numbers, decisions 6.payloads).
 */
export const admissionPayload = (form: StudentForm, number: number, staff: Staff): Admission => ({
  studentData: recordPayload(form, {
    rollNo: number,
    admissionNo: number,
    registrationNo: number,
    campus: staff.campus,
  }).studentData,
  financialData: {
    ...chargesOf(form),
    ...datesOf(form, staff),
    ...holderOf(form, number),
    campus: staff.campus,
    note: form.note,
    arrears: nothing,
    ...paymentOf(form),
    receivedBy: staff.name,
    receivedDate: staff.today,
    editedBy: '',
    posted: true,
    isRemoved: false,
  },
})

/** An admission is paid and posted at once (spec 4.voucher.admission), unless only a part is received now. */
function paymentOf(form: StudentForm) {
  const total = admissionTotal(feesOf(form))
  const now = receivedNowOf(form) ?? total
  const paidBy = readPaidBy(form)
  return {
    receivedAmount: now,
    feePaid: now === total,
    ...(now !== total && { receivedNow: now }),
    ...(paidBy.method !== 'cash' && paidByBody(paidBy)),
  }
}

function chargesOf(form: StudentForm) {
  const fees = feesOf(form)
  return {
    ...byHead(monthlyHeads, ({ key }) => fees[key]),
    netMonthlyFee: netMonthlyFee(fees),
    ...byHead(oneTimeHeads, ({ key }) => fees[key]),
    ...byHead(voucherOnlyHeads, () => nothing),
  }
}

function datesOf({ issueDate, dueDate, fromDate, toDate }: StudentForm, { today }: Staff) {
  const { year, month } = monthOf(fromDate === '' ? today : fromDate)
  return {
    issueDate,
    dueDate,
    feePeriod: periodOf({ fromDate, toDate }),
    monthGenerated: month,
    yearGenerated: year,
  }
}

function holderOf({ studentName, studentClass, section }: StudentForm, rollNo: number) {
  const voucherNo = studentClass && section ? admissionVoucherNo({ studentClass, section, rollNo }) : ''
  return { voucherNo, studentName, rollNo, studentClass, section }
}
