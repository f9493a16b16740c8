import type { closeDrawer as endpoint } from '#contract/cashier-close.ts'
import { countedCash, judgeCount } from '#domain/cashier-close.ts'
import { less, sum } from '#domain/money.ts'
import { orThrow, refuse } from '#domain/outcome.ts'
import type { CallContext } from '#server/http/call.ts'
import { KeptRefusal } from '#server/http/kept-refusal.ts'
import {
  findFirstCount,
  insertCashierClosing,
  insertFirstCount,
  type FirstCount,
} from '#server/records/cashier-closings.ts'
import { findDrawerState, lockLastNumbers, sumDrawer } from '#server/records/drawers.ts'
import { writeHistory } from '#server/records/history.ts'
import { rangeToClose, splitSums } from '#server/services/drawer-range.ts'

/**
 * Closes the caller's drawer up to the numbers that the caller saw. A first count that differs is kept, also where the
 * caller is never heard of again, and the difference is answered: the next count is the recount, whatever it says.
 */
export async function closeDrawer({ body, scope }: CallContext<typeof endpoint>) {
  const counted = orThrow(countedCash(body))
  await lockLastNumbers(scope)
  const state = await findDrawerState(scope)
  const first = await findFirstCount(scope, state)
  if (first && !body.recount) return countAgain(first)

  const range = rangeToClose(scope, state, body)
  const { cash, receipts, reversals, refunds } = splitSums(await sumDrawer(scope, range))
  if (receipts + reversals + refunds === 0 && state.floatBefore === 0) {
    return orThrow(refuse('nothing-to-close'))
  }
  const expected = sum(state.floatBefore, cash)
  const { floatKept, remark } = body
  const { isClosed, difference } = orThrow(judgeCount({ ...body, counted }, expected, first !== null))
  const count = { state, range, expected, counted, pieces: body.pieces ?? null }
  if (!isClosed) {
    await insertFirstCount(scope, count)
    await writeHistory(scope, { what: 'drawer counted', after: { expected, counted, difference } })
    return countAgain({ difference })
  }

  const closingNo = await insertCashierClosing(scope, { ...count, cash, floatKept, remark })
  const toSafe = less(counted, floatKept)
  await writeHistory(scope, {
    what: 'drawer closed',
    after: { cashierClosingNo: closingNo, expected, counted, difference, toSafe, remark },
  })
  return { msg: 'Drawer closed' as const, closingNo, expected, difference, toSafe }
}

const countAgain = ({ difference }: Pick<FirstCount, 'difference'>): KeptRefusal =>
  new KeptRefusal({ code: 'count-again', facts: { difference } })
