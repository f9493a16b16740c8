import type { cashierClosings as endpoint } from '#contract/cashier-close.ts'
import { differencesByCashier } from '#domain/cashier-close.ts'
import type { CallContext } from '#server/http/call.ts'
import { countWriters, listClosingsOfDays } from '#server/records/cashier-closings.ts'
import { listDeposits } from '#server/records/safe.ts'

/** The closings made in some days, newest first, with the differences of each cashier, and the deposits of these days. */
export async function cashierClosings({ params, scope }: CallContext<typeof endpoint>) {
  const { fromDate, toDate } = params
  const closings = await listClosingsOfDays(scope, fromDate, toDate)
  return {
    msg: 'Closings fetched',
    closings,
    acceptsOwn: (await countWriters(scope)) === 1,
    differences: differencesByCashier(closings),
    deposits: await listDeposits(scope, fromDate, toDate),
  }
}
