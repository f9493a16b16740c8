import type { addAdditionalCharges as endpoint } from '#contract/charges.ts'
import { monthOf } from '#domain/calendar.ts'
import { requireCharge } from '#domain/charges.ts'
import { orThrow, refuse } from '#domain/outcome.ts'
import type { CallContext } from '#server/http/call.ts'
import { insertCharges, sumCharges } from '#server/records/charges.ts'
import { findChargeTarget } from '#server/services/charge-target.ts'

/** Adds an examination fee to each student's unposted voucher of the month, else to the next one (spec 5.charges, decisions 3.fees.charges). */
export async function addAdditionalCharges({ body, scope }: CallContext<typeof endpoint>) {
  const month = monthOf(scope.today)
  const whom = await findChargeTarget(scope, body)
  const { students, largestExisting } = await sumCharges(scope, whom, month)
  if (students === 0) return orThrow(refuse('nobody-to-charge'))
  if (body.expectedStudents !== undefined && body.expectedStudents !== students) {
    return orThrow(refuse('students-changed', { students }))
  }
  const examinationFee = orThrow(requireCharge(body.examinationFee, largestExisting))
  const added = await insertCharges(scope, whom, month, { examinationFee, note: body.note })
  return { msg: 'Successfully added additional charges' as const, ...added }
}
