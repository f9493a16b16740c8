import type { ClassCounts, Sorted } from '#domain/promotion.ts'
import type { SchoolClass } from '#domain/school.ts'
import { findLastPromotion } from '#server/records/promotion.ts'
import type { Scope } from '#server/records/scope.ts'

/** The counts by which the rules judge a promotion; the history is read only where no student is left to move. */
export async function countClass(
  scope: Scope,
  from: SchoolClass,
  { moving, skipped }: Sorted<unknown>,
): Promise<ClassCounts> {
  const lastPromotedOn = moving.length === 0 ? await findLastPromotion(scope, from) : null
  return { moving: moving.length, skipped: skipped.length, lastPromotedOn }
}
