// Students with an imported opening balance, in random sequences of actions.

import * as fc from 'fast-check'
import { bringIn } from '#test/moving-in.ts'
import type { Answer, TestSchool } from '#test/school.ts'

/** The balance in rupees; negative if paid in advance. */
export const anOpening = fc.record({
  action: fc.constant('bring' as const),
  balance: fc.oneof(
    fc.constantFrom(0, -4500, 4500),
    fc.integer({ min: -2_000_000, max: 2_000_000 }).map((amount) => amount / 100),
  ),
})
export type Opening = typeof anOpening extends fc.Arbitrary<infer A> ? A : never

/** Imports a student if the balance's day is open. Returns a reply like an import's; empty if the day is closed. */
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
