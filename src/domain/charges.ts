// Additional charges: an examination fee put on what a student is to pay next (spec 5.charges, decisions 3.fees.charges).

import type { Month } from './calendar.ts'
import { formatRupees, largestAmount, less, times, type Money } from './money.ts'
import { accept, refuseFields, type Outcome } from './outcome.ts'
import type { SchoolClass, Section } from './school.ts'

interface LatestVoucher {
  readonly month: Month
  readonly posted: boolean
  readonly paid: boolean
}

/** Where a charge goes: on the voucher in hand, or among what waits for the next one. */
export type ChargeGoesTo = 'voucher' | 'next voucher'

/** On the student's latest voucher while it is of the current month, unposted and unpaid; else it waits. */
export const chargeGoesTo = (latest: LatestVoucher | null, current: Month): ChargeGoesTo =>
  latest &&
  !latest.posted &&
  !latest.paid &&
  latest.month.year === current.year &&
  latest.month.month === current.month
    ? 'voucher'
    : 'next voucher'

/** What a charge comes to for so many students. */
export const totalCharge = (fee: Money, students: number): Money => times(fee, students)

/** What is told where neither a class with its section nor a roll number is given (spec 5.charges.nobody). */
export const chooseWhomToCharge =
  'Please select a class and section or enter student roll number to apply charges'

/** Whom a charge is for: one student, or every active student of a class and section. */
export type Charged =
  { readonly rollNo: number } | { readonly studentClass: SchoolClass; readonly section: Section }

interface ClassGiven {
  readonly ofClass?: SchoolClass | undefined
  readonly section?: Section | undefined
}

/** Reads whom a charge is for from what was filled in: an empty roll number means the whole class and section (spec 5.charges.whole-class). */
export function whomToCharge(
  given: ClassGiven & { readonly rollNumber?: number | undefined },
): Outcome<Charged> {
  const { ofClass, section, rollNumber } = given
  if (rollNumber !== undefined) return accept({ rollNo: rollNumber })
  if (ofClass && section) return accept({ studentClass: ofClass, section })
  const missing = (['ofClass', 'section', 'rollNumber'] as const).filter(
    (field) => given[field] === undefined,
  )
  return refuseFields(...missing.map((field) => ({ field, message: chooseWhomToCharge })))
}

interface InClass {
  readonly studentClass: SchoolClass
  readonly section: Section
}

/** Class and section given beside a roll number are the student's own, or one of them is a slip of the pen. */
export function requireInClass<S extends InClass>(
  student: S,
  { ofClass = student.studentClass, section = student.section }: ClassGiven,
): Outcome<S> {
  if (ofClass === student.studentClass && section === student.section) return accept(student)
  const message = `This student is in class ${student.studentClass}, section ${student.section}`
  return refuseFields({ field: 'rollNumber', message })
}

/** A charge is more than nothing, and no more than fits beside the largest examination fee that is there already. */
export function requireCharge(fee: Money, mostAlready: Money): Outcome<Money> {
  const room = less(largestAmount, mostAlready)
  if (fee > 0 && fee <= room) return accept(fee)
  const message =
    fee <= 0
      ? 'The amount must be more than 0'
      : `At most ${formatRupees(room)}, as there is an examination fee of ${formatRupees(mostAlready)} already`
  return refuseFields({ field: 'examinationFee', message })
}
