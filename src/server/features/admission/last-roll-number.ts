import type { lastRollNumber as endpoint } from '#contract/admission.ts'
import type { CallContext } from '#server/http/call.ts'
import { findLastNumber } from '#server/records/counters.ts'

/** The last roll number given out; the form shows the one after it as a forecast (decisions 4.roll-numbers.forecast). */
export async function lastRollNumber({ scope }: CallContext<typeof endpoint>) {
  return { msg: 'Last roll number fetched', lastRollNumber: await findLastNumber(scope, 'roll number') }
}
