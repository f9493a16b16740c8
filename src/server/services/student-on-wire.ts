import { createHash } from 'node:crypto'
import type { DatedFee, Fees, OneTimeFees } from '#domain/fee.ts'
import { byHead, monthlyHeads, oneTimeHeads } from '#domain/fee-heads.ts'
import { inRupees } from '#domain/money.ts'
import { netMonthlyFee } from '#domain/voucher-amounts.ts'
import type { Student } from '#server/records/students.ts'

/** A student's record on the wire; the removal date is null for an active student. */
export function studentOnWire({ leftOn, promotedOn: _, ...record }: Student, campus: string) {
  return { ...record, campus, isRemoved: record.state !== 'active', removalDate: leftOn }
}

/** A version of the record that differs after every change, so that an edit cannot overwrite what its clerk has not seen. */
export const recordVersion = (student: Student): string =>
  createHash('sha256').update(JSON.stringify(student)).digest('base64url').slice(0, 22)

/** A monthly fee in rupees with its first day; null for the fee since admission. */
export const datedFeeOnWire = ({ from, ...fee }: DatedFee) => ({
  from,
  ...byHead(monthlyHeads, ({ key }) => inRupees(fee[key])),
})

/** A student's fees in rupees; one-time fees are those on the unpaid latest voucher, else those pending (decisions 3.fees.shown). */
export function feesOnWire(
  student: Pick<Student, 'rollNo' | 'studentName' | 'studentClass' | 'section'>,
  fees: Fees,
  latest: (OneTimeFees & { readonly paid: boolean }) | null,
) {
  const oneTime = latest && !latest.paid ? latest : fees
  return {
    ...byHead(monthlyHeads, ({ key }) => inRupees(fees[key])),
    netMonthlyFee: inRupees(netMonthlyFee(fees)),
    ...byHead(oneTimeHeads, ({ key }) => inRupees(oneTime[key])),
    rollNo: student.rollNo,
    studentName: student.studentName,
    studentClass: student.studentClass,
    section: student.section,
  }
}
