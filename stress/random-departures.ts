// Random removals with an outcome of the balance, performed through the real calls.

import * as fc from 'fast-check'
import { departureOutcomes } from '#domain/departure-outcome.ts'
import type { Answer, Caller, TestSchool } from '#test/school.ts'

export const aDeparture = fc.record({
  action: fc.constant('leave' as const),
  which: fc.nat(30),
  outcome: fc.constantFrom(...departureOutcomes),
  /** True to send the outcome even if the balance has the other sign, and no expected balance. */
  blindly: fc.constantFrom(false, false, false, true),
})
type Departure = typeof aDeparture extends fc.Arbitrary<infer A> ? A : never

/** Removes an active student, with the outcome if it fits the balance. */
export async function leave(
  { db }: TestSchool,
  desk: Caller,
  { which, outcome: kind, blindly }: Departure,
): Promise<Answer[]> {
  const active = await db
    .selectFrom('students')
    .select('roll_no')
    .where('campus', '=', 'Main Campus')
    .where('state', '=', 'active')
    .orderBy('roll_no')
    .execute()
  // The last student stays, so that later actions have a student.
  const chosen = active.length > 1 ? active.at(which % active.length) : undefined
  if (!chosen) return []
  const { body } = await desk.get(`/admissions/checkStudentRemoval/${chosen.roll_no}/Main%20Campus`)
  const { arrears } = body['data'] as { readonly arrears: number }
  const isFitting = kind === 'paid back' ? arrears < 0 : arrears > 0
  if (!isFitting && !blindly) return []
  const form = { outcome: { kind, reason: 'Agreed' }, ...(!blindly && { expectedBalance: arrears }) }
  return [await desk.post(`/admissions/removeStudent/${chosen.roll_no}`, form)]
}

/** Removals with every outcome, each of which succeeds and voids a draft of the next month. */
export const everyDeparture = [
  { action: 'admit', monthlyFee: 4500, share: 0, once: 0 },
  { action: 'admit', monthlyFee: 4500, share: 0, once: 0 },
  { action: 'admit', monthlyFee: 4500, share: 0, once: 0 },
  { action: 'generate', posts: true },
  { action: 'generate', posts: false },
  { action: 'receive', which: 3, share: 1.5, twice: false },
  { action: 'leave', which: 0, outcome: 'written off', blindly: false },
  { action: 'leave', which: 0, outcome: 'leaves owing', blindly: false },
  { action: 'leave', which: 1, outcome: 'paid back', blindly: false },
] as const
