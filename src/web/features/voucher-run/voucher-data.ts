import type { studentInfo } from '#contract/student-edit.ts'
import type { studentVoucherPreview } from '#contract/voucher-run.ts'
import { byHead, monthlyHeads, oneTimeHeads, voucherOnlyHeads } from '#domain/fee-heads.ts'
import { netMonthlyFee } from '#domain/voucher-amounts.ts'
import type { Reply } from '#web/api/call.ts'
import { periodOf } from '#web/kit/voucher-form-dates.ts'
import type { RunForm } from './use-run-form.ts'

type Student = Reply<typeof studentInfo>['data']['studentData']
type StudentPreview = Reply<typeof studentVoucherPreview>

/** The voucher as the clerk sees it, by the names of spec 3.voucher; our server computes its own. */
export function voucherDataOf(student: Student, preview: StudentPreview, form: RunForm) {
  const { rollNo, studentName, studentClass, section, campus } = student
  const { monthlyFee, ...otherMonthlyFees } = byHead(monthlyHeads, ({ key }) => preview[key])
  const { issueDate, dueDate, note } = form
  return {
    voucherNo: preview.voucherNo,
    studentName,
    rollNo,
    studentClass,
    section,
    campus,
    feePeriod: periodOf(form),
    issueDate,
    dueDate,
    monthlyFee,
    netMonthlyFee: netMonthlyFee(preview),
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
