import type { admitStudent as endpoint } from '#contract/admissions.ts'
import { calendarDate, monthOf, type CalendarDate } from '#domain/calendar.ts'
import { noOneTimeFees, wrongInFees } from '#domain/fee.ts'
import { inPart, orThrow, refuseFields, type FieldError } from '#domain/outcome.ts'
import { wrongInStudent } from '#domain/student.ts'
import { admissionVoucherNo, openVoucher, receivePayment, voucherDates } from '#domain/voucher.ts'
import { netBalance } from '#domain/voucher-amounts.ts'
import type { Call } from '#server/http/mount.ts'

type Body = Call<typeof endpoint>['body']

interface Period {
  readonly from?: CalendarDate | undefined
  readonly to?: CalendarDate | undefined
  readonly errors: readonly FieldError[]
}

/** The fee period as the specification writes it, `2026-11-01 to 2026-11-30`; nothing given leaves the default. */
function readPeriod(text: string): Period {
  if (text === '') return { errors: [] }
  const [from, to, ...more] = text.split(' to ').map((part) => calendarDate(part.trim()))
  if (from && to && more.length === 0) return { from, to, errors: [] }
  return { errors: [{ field: 'financialData.feePeriod', message: 'Write YYYY-MM-DD to YYYY-MM-DD' }] }
}

function wrongInAdmission({ studentData, financialData }: Body, today: CalendarDate): FieldError[] {
  const student = { ...studentData, admissionDate: studentData.admissionDate ?? today }
  return [
    ...inPart('studentData', wrongInStudent(student, today)),
    ...inPart('financialData', wrongInFees(financialData)),
  ]
}

/** Writes down a child with fees and an admission voucher that is posted and paid at once (spec 4.voucher.admission). */
export async function admitStudent({ body, records, today }: Call<typeof endpoint>) {
  const { studentData, financialData } = body
  const period = readPeriod(financialData.feePeriod)
  const errors = [...wrongInAdmission(body, today), ...period.errors]
  if (errors.length > 0) return orThrow(refuseFields(...errors))

  const rollNo = await records.counters.next('roll number')
  const student = { ...studentData, admissionDate: studentData.admissionDate ?? today }
  await records.students.insert(rollNo, student)
  await records.fees.insert(rollNo, { ...financialData, ...noOneTimeFees })

  const voucher = openVoucher(financialData, null)
  const voucherNo = admissionVoucherNo({ ...studentData, rollNo })
  const dates = voucherDates({ ...financialData, periodFrom: period.from, periodTo: period.to }, today)
  await records.vouchers.insert({
    ...voucher,
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
  })
  const receiptNo = await receiveAdmission(records, today, voucherNo)
  await records.changes.add({ what: 'student admitted', rollNo, voucherNo, after: student })
  return {
    msg: 'Admission added successfully' as const,
    rollNo,
    admissionNo: rollNo,
    registrationNo: rollNo,
    voucherNo,
    receiptNo,
  }
}

/** The receipt of an admission; none where nothing was to be paid. */
async function receiveAdmission(
  records: Call<typeof endpoint>['records'],
  today: CalendarDate,
  voucherNo: string,
): Promise<number | null> {
  const voucher = await records.vouchers.lockWithStudent(voucherNo)
  if (!voucher || voucher.paid) return null
  const amount = netBalance(voucher)
  const settlement = orThrow(receivePayment(voucher, null, { amount, expectedBalance: null }))
  return records.receipts.writePayment({ voucher, amount, receivedOn: today, reason: '', settlement })
}
