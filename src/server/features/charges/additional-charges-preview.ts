import type { additionalChargesPreview as endpoint } from '#contract/charges.ts'
import { refusals } from '#contract/refusals.ts'
import { monthOf } from '#domain/calendar.ts'
import type { CallContext } from '#server/http/call.ts'
import { sumCharges } from '#server/records/charges.ts'
import { findChargeTarget } from '#server/services/charge-target.ts'

/** How many students a charge would be for and where it would go; zero students of a class is a reply, not a refusal. */
export async function additionalChargesPreview({ body, scope }: CallContext<typeof endpoint>) {
  const whom = await findChargeTarget(scope, body)
  const { students, onVouchers, chargedAlready } = await sumCharges(scope, whom, monthOf(scope.today))
  return {
    msg: students === 0 ? refusals['nobody-to-charge'].msg : 'Students to be charged',
    students,
    onVouchers,
    waiting: students - onVouchers,
    chargedAlready,
  }
}
