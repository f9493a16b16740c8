import type { enterDeposit as endpoint } from '#contract/cashier-close.ts'
import { cashInSafe, depositOf } from '#domain/cashier-close.ts'
import { less } from '#domain/money.ts'
import { orThrow } from '#domain/outcome.ts'
import type { CallContext } from '#server/http/call.ts'
import { writeHistory } from '#server/records/history.ts'
import { insertDeposit, listChequesInSafe, listLeftInSafe, lockSafe } from '#server/records/safe.ts'

/** Enters a deposit of cash and cheques from the safe. */
export async function enterDeposit({ body, scope }: CallContext<typeof endpoint>) {
  await lockSafe(scope)
  const closings = await listLeftInSafe(scope)
  const safe = { closings, cheques: await listChequesInSafe(scope) }
  const emptied = orThrow(depositOf(safe, body, scope.today))
  const depositNo = await insertDeposit(scope, { ...body, emptied })
  const { depositedDate, account, slip, cash, cheques } = body
  await writeHistory(scope, {
    what: 'deposit entered',
    after: { depositNo, depositedDate, account, slip, cash, cheques: cheques.join(', ') },
  })
  return { msg: 'Deposit entered' as const, depositNo, inSafe: less(cashInSafe(closings), cash) }
}
