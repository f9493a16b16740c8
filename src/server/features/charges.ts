import type * as contract from '#contract/charges.ts'
import { monthOf } from '#domain/calendar.ts'
import {
  parseChargeTarget,
  requireCharge,
  requireInClass,
  type ChargeFields,
  type ChargeTarget,
} from '#domain/charges.ts'
import { orThrow, refuse } from '#domain/outcome.ts'
import { refusals } from '#domain/refusals.ts'
import { requireActive } from '#domain/student.ts'
import type { CallContext } from '#server/http/call.ts'
import type { Scope } from '#server/records/scope.ts'
import { findStudent } from '#server/records/students/students.ts'
import { insertCharges, sumCharges } from '#server/records/vouchers/charges.ts'

/** A single student must be active, and in the class and section given with the roll number. */
async function findChargeTarget(scope: Scope, given: ChargeFields): Promise<ChargeTarget> {
  const target = orThrow(parseChargeTarget(given))
  if ('rollNo' in target) {
    orThrow(requireInClass(orThrow(requireActive(await findStudent(scope, target.rollNo))), given))
  }
  return target
}

/** Adds an examination fee to each student's unposted voucher of the month, else to the next one (spec 5.charges, decisions 3.fees.charges). */
export async function addAdditionalCharges({
  body,
  scope,
}: CallContext<typeof contract.addAdditionalCharges>) {
  const month = monthOf(scope.today)
  const target = await findChargeTarget(scope, body)
  const { students, largestExisting } = await sumCharges(scope, target, month)
  if (students === 0) return orThrow(refuse('nobody-to-charge'))
  if (body.expectedStudents !== undefined && body.expectedStudents !== students) {
    return orThrow(refuse('students-changed', { students }))
  }
  const examinationFee = orThrow(requireCharge(body.examinationFee, largestExisting))
  const added = await insertCharges(scope, target, month, { examinationFee, note: body.note })
  return { msg: 'Successfully added additional charges' as const, ...added }
}

/** Zero students of a class is a reply, not a refusal. */
export async function additionalChargesPreview({
  body,
  scope,
}: CallContext<typeof contract.additionalChargesPreview>) {
  const target = await findChargeTarget(scope, body)
  const { students, onVouchers, chargedAlready } = await sumCharges(scope, target, monthOf(scope.today))
  return {
    msg: students === 0 ? refusals['nobody-to-charge'].msg : 'Students to be charged',
    students,
    onVouchers,
    waiting: students - onVouchers,
    chargedAlready,
  }
}
