import type { findSafe as endpoint } from '#contract/cashier-close.ts'
import { cashInSafe } from '#domain/cashier-close.ts'
import type { CallContext } from '#server/http/call.ts'
import { listChequesInSafe, listLeftInSafe } from '#server/records/safe.ts'

/** What is in the safe. */
export async function findSafe({ scope }: CallContext<typeof endpoint>) {
  const closings = await listLeftInSafe(scope)
  return {
    msg: 'Safe fetched',
    cash: cashInSafe(closings),
    closings,
    cheques: await listChequesInSafe(scope),
  }
}
