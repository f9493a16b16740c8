import type { studentInfo } from '#contract/student-edit.ts'
import type { studentVoucherPreview } from '#contract/voucher-run.ts'
import { feePeriod } from '#domain/calendar.ts'
import { byHead, monthlyHeads, oneTimeHeads, voucherOnlyHeads } from '#domain/fee-heads.ts'
import { inRupees, rupees } from '#domain/money.ts'
import { netMonthlyFee } from '#domain/voucher-amounts.ts'
import type { Reply } from '#web/api/call.ts'
import type { RunForm } from './use-run-form.ts'

type Student = Reply<typeof studentInfo>['data']['studentData']
type StudentPreview = Reply<typeof studentVoucherPreview>

/** The voucher as the clerk sees it before it is generated, under the names of spec 3.voucher; our server works it out for itself. */
export function voucherDataOf(student: Student, preview: StudentPreview, form: RunForm) {
  const { rollNo, studentName, studentClass, section, campus } = student
  const { monthlyFee, ...otherMonthlyFees } = byHead(monthlyHeads, ({ key }) => preview[key])
  const { fromDate, toDate, issueDate, dueDate, note } = form
  return {
    voucherNo: preview.voucherNo,
    studentName,
    rollNo,
    studentClass,
    section,
    campus,
    feePeriod: fromDate && toDate && feePeriod(fromDate, toDate),
    issueDate,
    dueDate,
    monthlyFee,
    netMonthlyFee: inRupees(netMonthlyFee(byHead(monthlyHeads, ({ key }) => rupees(preview[key])))),
    ...otherMonthlyFees,
    ...byHead(oneTimeHeads, ({ key }) => preview[key]),
    arrears: preview.arrears,
    ...byHead(voucherOnlyHeads, ({ key }) => preview[key]),
    netReceivable: preview.netReceivable,
    note,
    monthGenerated: preview.month,
    yearGenerated: preview.year,
  }
}
