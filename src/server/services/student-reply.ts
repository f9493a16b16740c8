import { createHash } from 'node:crypto'
import { byHead, oneTimeHeads } from '#domain/fee-heads.ts'
import { monthlyFeeOf, type Fees, type OneTimeFees } from '#domain/fee.ts'
import { netMonthlyFee } from '#domain/voucher-amounts.ts'
import { voucherToReprice, type Voucher } from '#domain/voucher.ts'
import type { Student } from '#server/records/students/students.ts'

/** Returns a student as in the contract; the removal date is null for an active student. */
export function getStudentReply({ leftOn, promotedOn: _, ...record }: Student, campus: string) {
  return { ...record, campus, isRemoved: record.state !== 'active', removalDate: leftOn }
}

/** Returns a text that differs after every change, so that a clerk cannot overwrite a change without having seen it. */
export const recordVersion = (student: Student): string =>
  createHash('sha256').update(JSON.stringify(student)).digest('base64url').slice(0, 22)

/** Takes one-time fees from the latest voucher if it can be re-priced, else pending ones (decisions 3.fees.shown). */
export function getFeesReply(
  student: Pick<Student, 'rollNo' | 'studentName' | 'studentClass' | 'section'>,
  fees: Fees,
  latest: (OneTimeFees & Pick<Voucher, 'kind' | 'paid'>) | null,
) {
  const oneTime = voucherToReprice(latest) ?? fees
  return {
    ...monthlyFeeOf(fees),
    netMonthlyFee: netMonthlyFee(fees),
    ...byHead(oneTimeHeads, ({ key }) => oneTime[key]),
    rollNo: student.rollNo,
    studentName: student.studentName,
    studentClass: student.studentClass,
    section: student.section,
  }
}
