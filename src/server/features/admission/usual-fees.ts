import type { usualFees as endpoint } from '#contract/admission.ts'
import { monthOf } from '#domain/calendar.ts'
import type { CallContext } from '#server/http/call.ts'
import { findUsualFees } from '#server/records/fees.ts'

/** What most students of a class pay: the admission form begins with it. */
export async function usualFees({ params, scope }: CallContext<typeof endpoint>) {
  const usual = await findUsualFees(scope, params.studentClass, monthOf(scope.today))
  return { msg: usual ? 'Usual fees fetched' : 'The class has no students', usual }
}
