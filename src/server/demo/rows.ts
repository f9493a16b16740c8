import type { JsonRow } from '#server/records/bulk-rows.ts'
import { feesRow } from '#server/records/fees.ts'
import { chargesRow } from '#server/records/vouchers/voucher-values.ts'
import type { DemoCampus, DemoStaff } from './campuses.ts'
import { recordFields, type Enrolled } from './enrolment.ts'
import type { HistoryEntry } from './history.ts'
import type { Ledger, LedgerVoucher } from './ledger.ts'
import type { NumberedReceipt } from './number-receipts.ts'
import type { NumberedRuns } from './number-runs.ts'
import { clockTime } from './school-year.ts'

export const staffRow = (campus: DemoCampus, staff: DemoStaff, passwordHash: string): JsonRow<'staff'> => ({
  campus: campus.name,
  user_id: staff.userId,
  name: staff.name,
  role: staff.role,
  password_hash: passwordHash,
})

export function studentRow(campus: DemoCampus, { student, vouchers }: Ledger): JsonRow<'students'> {
  const admission = vouchers.find(({ kind }) => kind === 'admission')
  const entry = recordFields(student)
  const { rollNo, departure } = student
  return {
    campus: campus.name,
    roll_no: rollNo,
    admission_no: rollNo,
    registration_no: rollNo,
    admission_date: entry.admissionDate,
    student_name: entry.studentName,
    father_name: entry.fatherName,
    date_of_birth: entry.dateOfBirth,
    place_of_birth: entry.placeOfBirth,
    gender: entry.gender,
    religion: entry.religion,
    address: entry.address,
    father_cnic: entry.fatherCnic,
    father_occupation: entry.fatherOccupation,
    father_home_phone: entry.fatherHomePhone,
    father_office_phone: entry.fatherOfficePhone,
    telephone: entry.telephone,
    father_email: entry.fatherEmail,
    student_class: entry.studentClass,
    section: entry.section,
    admission_class: student.admissionClass,
    state: departure?.state ?? 'active',
    left_on: departure?.on ?? null,
    promoted_on: student.promotedOn,
    admitted_at: admission?.generated.at ?? clockTime(entry.admissionDate, 10 * 3600),
    admitted_by: admission?.generated.by ?? campus.office.userId,
  }
}

export const feeRow = (campus: DemoCampus, { student, fees }: Ledger): JsonRow<'fees'> => ({
  campus: campus.name,
  roll_no: student.rollNo,
  ...feesRow(fees),
})

export const voucherRows = (
  campus: DemoCampus,
  { student, vouchers }: Ledger,
  { runNoOf }: NumberedRuns,
): JsonRow<'vouchers'>[] =>
  vouchers.map((voucher) => ({
    ...voucherRow(campus, student, voucher),
    run_no: runNoOf.get(voucher) ?? null,
  }))

const voucherRow = (campus: DemoCampus, student: Enrolled, voucher: LedgerVoucher): JsonRow<'vouchers'> => ({
  campus: campus.name,
  voucher_no: voucher.voucherNo,
  roll_no: voucher.rollNo,
  chain_no: voucher.chainNo,
  kind: voucher.kind,
  student_class: student.studentClass,
  section: student.section,
  year: voucher.month.year,
  month: voucher.month.month,
  issue_date: voucher.issueDate,
  due_date: voucher.dueDate,
  period_from: voucher.periodFrom,
  period_to: voucher.periodTo,
  ...chargesRow(voucher),
  arrears: voucher.arrears,
  received: voucher.received,
  posted: voucher.posted,
  fee_paid: voucher.paid,
  carried_to: voucher.carriedTo,
  replaced_by: voucher.replacedBy,
  note: voucher.note,
  generated_at: voucher.generated.at,
  generated_by: voucher.generated.by,
})

export const receiptRow = (campus: DemoCampus, receipt: NumberedReceipt): JsonRow<'receipts'> => ({
  campus: campus.name,
  receipt_no: receipt.receiptNo,
  voucher_no: receipt.voucherNo,
  roll_no: receipt.rollNo,
  kind: receipt.reverses === null ? 'receipt' : 'reversal',
  amount: receipt.amount,
  reverses: receipt.reverses,
  received_on: receipt.receivedOn,
  received_by: receipt.entered.by,
  entered_at: receipt.entered.at,
  reason: receipt.reason,
  method: receipt.method,
  reference: receipt.reference,
  cheque_date: receipt.chequeDate,
})

export const changeRow = (campus: DemoCampus, entry: HistoryEntry): JsonRow<'changes'> => ({
  campus: campus.name,
  changed_at: entry.at,
  changed_by: entry.by,
  what: entry.what,
  roll_no: entry.rollNo,
  voucher_no: entry.voucherNo,
  receipt_no: entry.receiptNo,
  before: entry.before,
  after: entry.after,
})
