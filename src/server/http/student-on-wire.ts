// A student as the calls answer it: one shape wherever a record or fees are told.

import { createHash } from 'node:crypto'
import type { DatedFee, Fees, OneTimeFees } from '#domain/fee.ts'
import { inRupees } from '#domain/money.ts'
import { netMonthlyFee } from '#domain/voucher-amounts.ts'
import type { Student } from '#server/records/students.ts'

/** A child's record with its state; the date of leaving or graduating is null while at school. */
export function studentOnWire({ leftOn, promotedOn: _, ...record }: Student, campus: string) {
  return { ...record, campus, isRemoved: record.state !== 'active', removalDate: leftOn }
}

/** Stands for a record as it is: another one after any change of it, so that no edit overwrites what it has not seen. */
export const recordVersion = (student: Student): string =>
  createHash('sha256').update(JSON.stringify(student)).digest('base64url').slice(0, 22)

/** A monthly fee with the first day from which it counts, in rupees; null for the fee from the beginning. */
export const datedFeeOnWire = ({ from, monthlyFee, discount }: DatedFee) => ({
  from,
  monthlyFee: inRupees(monthlyFee),
  discount: inRupees(discount),
})

/** What a student pays, in rupees; one-time fees are those of the unpaid latest voucher, else those that wait (decisions 3.fees.shown). */
export function feesOnWire(
  student: Pick<Student, 'rollNo' | 'studentName' | 'studentClass' | 'section'>,
  fees: Fees,
  latest: (OneTimeFees & { readonly paid: boolean }) | null,
) {
  const oneTime = latest && !latest.paid ? latest : fees
  return {
    monthlyFee: inRupees(fees.monthlyFee),
    discount: inRupees(fees.discount),
    netMonthlyFee: inRupees(netMonthlyFee(fees)),
    registrationFee: inRupees(oneTime.registrationFee),
    admissionFee: inRupees(oneTime.admissionFee),
    examinationFee: inRupees(oneTime.examinationFee),
    rollNo: student.rollNo,
    studentName: student.studentName,
    studentClass: student.studentClass,
    section: student.section,
  }
}
