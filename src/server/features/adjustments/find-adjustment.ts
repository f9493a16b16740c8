import type { findAdjustment as endpoint } from '#contract/adjustments.ts'
import { orThrow, refuse } from '#domain/outcome.ts'
import type { CallContext } from '#server/http/call.ts'
import { findAdjustment as find } from '#server/records/adjustments.ts'

/** An adjustment by its number. */
export async function findAdjustment({ params, scope }: CallContext<typeof endpoint>) {
  const adjustment = (await find(scope, params.adjustmentNo)) ?? orThrow(refuse('adjustment-unknown'))
  return { msg: 'Adjustment found', adjustment }
}
