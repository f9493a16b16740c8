// Students whom a school brings with an opening balance, in random sequences of actions.

import * as fc from 'fast-check'
import { bringIn } from '#test/moving-in.ts'
import type { Answer, TestSchool } from '#test/school.ts'

/** A student who brings a balance, in rupees; negative where it was paid in advance. */
export const anOpening = fc.record({
  action: fc.constant('bring' as const),
  balance: fc.oneof(
    fc.constantFrom(0, -4500, 4500),
    fc.integer({ min: -2_000_000, max: 2_000_000 }).map((amount) => amount / 100),
  ),
})
export type Opening = typeof anOpening extends fc.Arbitrary<infer A> ? A : never

/** Brings the student in, where the day of the balance is open. Answers as the call does whose part it is, an import. */
export async function bring(school: TestSchool, { balance }: Opening): Promise<Answer[]> {
  const closed = await school.db
    .selectFrom('campus_rules')
    .select('closed_until')
    .where('closed_until', '>=', '2026-10-31')
    .executeTakeFirst()
  if (closed) return []
  await bringIn(school, { balance })
  return [{ status: 200, body: {}, headers: {} }]
}
