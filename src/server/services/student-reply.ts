import { createHash } from 'node:crypto'
import { byHead, oneTimeHeads } from '#domain/fee-heads.ts'
import { monthlyFeeOf, type Fees, type OneTimeFees } from '#domain/fee.ts'
import { netMonthlyFee } from '#domain/voucher-amounts.ts'
import { voucherToReprice, type Voucher } from '#domain/voucher.ts'
import type { Student } from '#server/records/students/students.ts'

/** The removal date is null for an active student. */
export function getStudentReply({ leftOn, promotedOn: _, ...record }: Student, campus: string) {
  return { ...record, campus, isRemoved: record.state !== 'active', removalDate: leftOn }
}

/** Differs after every change, so that an edit cannot overwrite what its clerk has not seen. */
export const recordVersion = (student: Student): string =>
  createHash('sha256').update(JSON.stringify(student)).digest('base64url').slice(0, 22)

/** One-time fees are those on the latest voucher if it can be re-priced, else those pending (decisions 3.fees.shown). */
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
