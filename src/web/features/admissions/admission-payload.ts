import type { admitStudent } from '#contract/admission.ts'
import type { editStudent } from '#contract/student-edit.ts'
import { monthOf } from '#domain/calendar.ts'
import { byHead, monthlyHeads, oneTimeHeads, voucherOnlyHeads } from '#domain/fee-heads.ts'
import { nothing } from '#domain/money.ts'
import { admissionTotal, netMonthlyFee } from '#domain/voucher-amounts.ts'
import { admissionVoucherNo } from '#domain/voucher-number.ts'
import type { BodyOf } from '#web/api/call.ts'
import type { Staff } from '#web/api/session.ts'
import { periodOf } from '#web/kit/voucher-form-dates.ts'
import { feeNames, feesOf, type AdmissionForm, type FeeName } from './admission-form.ts'

type Admission = BodyOf<typeof admitStudent>

/** The form without fees, note and voucher dates: the record alone. */
function recordOf(form: AdmissionForm) {
  const { note: _note, issueDate: _issued, dueDate: _due, fromDate: _from, toDate: _to, ...rest } = form
  const record: Omit<typeof rest, FeeName> & { [name in FeeName]?: string } = rest
  for (const name of feeNames) delete record[name]
  return record
}

/** Who a record is about, by the numbers that stay as they are. */
interface Numbered {
  readonly rollNo: number
  readonly admissionNo: number
  readonly registrationNo: number
  readonly campus: string
}

/** The payload of an edit, with every field of spec 7.admissions.edit. */
export const recordPayload = (
  form: AdmissionForm,
  { rollNo, admissionNo, registrationNo, campus }: Numbered,
): BodyOf<typeof editStudent> => ({
  studentData: { ...recordOf(form), admissionNo, registrationNo, rollNo, campus },
})

/**
 * The payload of an admission, with every field of the entities (spec 3.voucher.financial-data, spec 7.admissions.new); `number` is the forecast for all three
 * numbers. Our server gives the numbers and works out the sums itself (decisions 4.roll-numbers, decisions 6.payloads).
 */
export const admissionPayload = (form: AdmissionForm, number: number, staff: Staff): Admission => ({
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
    // An admission is paid and posted at once (spec 4.voucher.admission).
    receivedAmount: admissionTotal(feesOf(form)),
    receivedBy: staff.name,
    receivedDate: staff.today,
    editedBy: '',
    feePaid: true,
    posted: true,
    isRemoved: false,
  },
})

function chargesOf(form: AdmissionForm) {
  const fees = feesOf(form)
  return {
    ...byHead(monthlyHeads, ({ key }) => fees[key]),
    netMonthlyFee: netMonthlyFee(fees),
    ...byHead(oneTimeHeads, ({ key }) => fees[key]),
    ...byHead(voucherOnlyHeads, () => nothing),
  }
}

function datesOf({ issueDate, dueDate, fromDate, toDate }: AdmissionForm, { today }: Staff) {
  const { year, month } = monthOf(fromDate === '' ? today : fromDate)
  return {
    issueDate,
    dueDate,
    feePeriod: periodOf({ fromDate, toDate }),
    monthGenerated: month,
    yearGenerated: year,
  }
}

function holderOf({ studentName, studentClass, section }: AdmissionForm, rollNo: number) {
  const voucherNo = studentClass && section ? admissionVoucherNo({ studentClass, section, rollNo }) : ''
  return { voucherNo, studentName, rollNo, studentClass, section }
}
