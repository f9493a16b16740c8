// An examination fee on the voucher that a student pays next (spec 5.charges, decisions 3.fees.charges).

import type { Month } from './calendar.ts'
import { formatRupees, largestAmount, less, times, type Money } from './money.ts'
import { accept, refuseFields, type Outcome } from './outcome.ts'
import type { SchoolClass, Section } from './school.ts'

interface LatestVoucher {
  readonly month: Month
  readonly posted: boolean
  readonly paid: boolean
}

export type ChargeGoesTo = 'voucher' | 'next voucher'

/** Chooses the latest voucher if it is of the current month, unposted and unpaid; otherwise the next voucher. */
export const chargeGoesTo = (latest: LatestVoucher | null, current: Month): ChargeGoesTo =>
  latest &&
  !latest.posted &&
  !latest.paid &&
  latest.month.year === current.year &&
  latest.month.month === current.month
    ? 'voucher'
    : 'next voucher'

export const totalCharge = (fee: Money, students: number): Money => times(fee, students)

/** The message if neither a class with its section nor a roll number is given (spec 5.charges.nobody). */
export const chargeTargetMissing =
  'Please select a class and section or enter student roll number to apply charges'

export type ChargeTarget =
  { readonly rollNo: number } | { readonly studentClass: SchoolClass; readonly section: Section }

export interface ChargeFields extends ClassFields {
  readonly rollNumber?: number | undefined
}

interface ClassFields {
  readonly ofClass?: SchoolClass | undefined
  readonly section?: Section | undefined
}

/** Reads the target of a charge: a roll number, or else the whole class and section (spec 5.charges.whole-class). */
export function parseChargeTarget(given: ChargeFields): Outcome<ChargeTarget> {
  const { ofClass, section, rollNumber } = given
  if (rollNumber !== undefined) return accept({ rollNo: rollNumber })
  if (ofClass && section) return accept({ studentClass: ofClass, section })
  const missing = (['ofClass', 'section', 'rollNumber'] as const).filter(
    (field) => given[field] === undefined,
  )
  return refuseFields(...missing.map((field) => ({ field, message: chargeTargetMissing })))
}

interface InClass {
  readonly studentClass: SchoolClass
  readonly section: Section
}

/** Refuses a class or section that does not match the roll number: one of the values is a typing error. */
export function requireInClass<S extends InClass>(
  student: S,
  { ofClass = student.studentClass, section = student.section }: ClassFields,
): Outcome<S> {
  if (ofClass === student.studentClass && section === student.section) return accept(student)
  const message = `This student is in class ${student.studentClass}, section ${student.section}`
  return refuseFields({ field: 'rollNumber', message })
}

/** Refuses a charge of 0, and a charge that with the largest existing examination fee exceeds the largest amount. */
export function requireCharge(fee: Money, largestExisting: Money): Outcome<Money> {
  const limit = less(largestAmount, largestExisting)
  if (fee > 0 && fee <= limit) return accept(fee)
  const message =
    fee <= 0
      ? 'The amount must be more than 0'
      : `At most ${formatRupees(limit)}, as there is an examination fee of ${formatRupees(largestExisting)} already`
  return refuseFields({ field: 'examinationFee', message })
}
