import type { usualFees as endpoint } from '#contract/admission.ts'
import { monthOf } from '#domain/calendar.ts'
import type { CallContext } from '#server/http/call.ts'
import { findFeePlan } from '#server/records/fee-plan.ts'
import { findUsualFees } from '#server/records/fees.ts'

/** What a class pays by the fee plan, and what most of its students pay: the admission form begins with them. */
export async function usualFees({ params: { studentClass }, scope }: CallContext<typeof endpoint>) {
  const { [studentClass]: plan } = await findFeePlan(scope)
  const usual = await findUsualFees(scope, studentClass, monthOf(scope.today))
  return { msg: usual ? 'Usual fees fetched' : 'The class has no students', plan, usual }
}
