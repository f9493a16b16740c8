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

/** Parses the target of a charge; a single student must be active, and in the class and section that were sent. */
async function findChargeTarget(scope: Scope, fields: ChargeFields): Promise<ChargeTarget> {
  const target = orThrow(parseChargeTarget(fields))
  if ('rollNo' in target) {
    orThrow(requireInClass(orThrow(requireActive(await findStudent(scope, target.rollNo))), fields))
  }
  return target
}

/** Charges each student on the month's draft, else on the next voucher (spec 5.charges, decisions 3.fees.charges). */
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

/** Previews a charge; a class without students gets a reply, not a refusal. */
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
