import type * as contract from '#contract/cashier-close.ts'
import {
  cashInSafe,
  countedCash,
  acceptClosing as decide,
  depositOf,
  differencesByCashier,
  judgeCount,
  rangeUntil,
} from '#domain/cashier-close.ts'
import { less, nothing, sum, type Money } from '#domain/money.ts'
import { orThrow, refuse } from '#domain/outcome.ts'
import { KeptRefusal, type CallContext } from '#server/http/call.ts'
import {
  countWriters,
  findClosing,
  findFirstCount,
  insertCashierClosing,
  insertFirstCount,
  listClosingsOfDays,
  saveAcceptance,
  type FirstCount,
} from '#server/records/drawers/cashier-closings.ts'
import {
  findDrawerState,
  listCheques,
  listReversalsOfClosedReceipts,
  lockLastNumbers,
  sumDrawer,
  type DrawerRange,
  type DrawerState,
  type DrawerSums,
} from '#server/records/drawers/drawers.ts'
import {
  insertDeposit,
  listChequesInSafe,
  listDeposits,
  listLeftInSafe,
  lockSafe,
} from '#server/records/drawers/safe.ts'
import { writeHistory } from '#server/records/history.ts'
import type { Scope } from '#server/records/scope.ts'

/** The last numbers that the caller saw; a missing number stands for the latest one. */
interface SeenNumbers {
  readonly upToReceipt?: number | undefined
  readonly upToAdjustment?: number | undefined
}

/** Returns the range that a closing covers; refuses it if the seen numbers are no longer open. */
const rangeToClose = (
  { userId }: Scope,
  state: DrawerState,
  { upToReceipt, upToAdjustment }: SeenNumbers = {},
): DrawerRange => ({
  drawer: userId,
  receipts: orThrow(rangeUntil(state.afterReceipt, state.last.receipt, upToReceipt)),
  adjustments: orThrow(rangeUntil(state.afterAdjustment, state.last.adjustment, upToAdjustment)),
})

function splitSums({ methods, refunds, cashRefunded }: DrawerSums) {
  const count = (column: 'receipts' | 'reversals' | 'backDated') =>
    methods.reduce((all, line) => all + line[column], 0)
  const cashReceived: Money = methods.find(({ method }) => method === 'cash')?.net ?? nothing
  return {
    receipts: count('receipts'),
    reversals: count('reversals'),
    refunds,
    cashReceived,
    cashRefunded,
    cash: less(cashReceived, cashRefunded),
    others: methods
      .filter(({ method }) => method !== 'cash')
      .map(({ method, receipts, net }) => ({ method, receipts, net })),
    backDated: {
      receipts: count('backDated'),
      amount: sum(nothing, ...methods.map(({ backDatedAmount }) => backDatedAmount)),
    },
  }
}

/** Returns what the caller received since the last closing. Before a blind count the sum of the cash is hidden. */
export async function findDrawer({ scope }: CallContext<typeof contract.findDrawer>) {
  const state = await findDrawerState(scope)
  const range = rangeToClose(scope, state)
  const { receipts, reversals, refunds, cash, others } = splitSums(await sumDrawer(scope, range))
  const { lastClosing, blind, floatBefore } = state
  const firstCount = await findFirstCount(scope, state)
  const isHidden = blind && firstCount === null
  return {
    msg: 'Drawer fetched',
    lastClosing,
    afterReceipt: state.afterReceipt,
    upToReceipt: range.receipts.upTo,
    upToAdjustment: range.adjustments.upTo,
    receipts,
    reversals,
    refunds,
    floatBefore,
    blind,
    cash: isHidden ? null : cash,
    expected: isHidden ? null : sum(floatBefore, cash),
    cheques: await listCheques(scope, range),
    others,
    firstCount,
  }
}

/**
 * Closes the drawer up to the numbers that the caller saw. A first count that differs is stored, even if the caller
 * sends no other count, and the reply has the difference; the next count is the recount.
 */
export async function closeDrawer({ body, scope }: CallContext<typeof contract.closeDrawer>) {
  const counted = orThrow(countedCash(body))
  await lockLastNumbers(scope)
  const state = await findDrawerState(scope)
  const firstCount = await findFirstCount(scope, state)
  if (firstCount && !body.recount) return countAgain(firstCount)

  const range = rangeToClose(scope, state, body)
  const { cash, receipts, reversals, refunds } = splitSums(await sumDrawer(scope, range))
  if (receipts + reversals + refunds === 0 && state.floatBefore === 0) {
    return orThrow(refuse('nothing-to-close'))
  }
  const expected = sum(state.floatBefore, cash)
  const { floatKept, remark } = body
  const { isClosed, difference } = orThrow(judgeCount({ ...body, counted }, expected, firstCount !== null))
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

/** Returns the closings of some days, newest first, the differences of each cashier, and the deposits of these days. */
export async function cashierClosings({ params, scope }: CallContext<typeof contract.cashierClosings>) {
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

/** Returns a closing with all that its slip shows, summed again from its range, whose rows never change. */
export async function findCashierClosing({ params, scope }: CallContext<typeof contract.findCashierClosing>) {
  const storedClosing = (await findClosing(scope, params.closingNo)) ?? orThrow(refuse('closing-unknown'))
  const range = {
    drawer: storedClosing.drawer,
    receipts: { after: storedClosing.afterReceipt, upTo: storedClosing.upToReceipt },
    adjustments: { after: storedClosing.afterAdjustment, upTo: storedClosing.upToAdjustment },
  }
  const closing = {
    ...splitSums(await sumDrawer(scope, range)),
    ...storedClosing,
    cheques: await listCheques(scope, range),
    ofClosedDrawers: await listReversalsOfClosedReceipts(scope, range),
  }
  return { msg: 'Closing fetched', closing }
}

export async function acceptClosing({ params, scope }: CallContext<typeof contract.acceptClosing>) {
  const { closingNo } = params
  const closing = (await findClosing(scope, closingNo)) ?? orThrow(refuse('closing-unknown'))
  const writers = await countWriters(scope)
  const { toSafe } = orThrow(decide(closing, scope.userId, writers))
  if (!(await saveAcceptance(scope, closingNo, writers))) return orThrow(refuse('closing-accepted'))
  await writeHistory(scope, { what: 'closing accepted', after: { cashierClosingNo: closingNo, toSafe } })
  return { msg: 'Closing accepted' as const, inSafe: cashInSafe(await listLeftInSafe(scope)) }
}

export async function findSafe({ scope }: CallContext<typeof contract.findSafe>) {
  const closings = await listLeftInSafe(scope)
  return {
    msg: 'Safe fetched',
    cash: cashInSafe(closings),
    closings,
    cheques: await listChequesInSafe(scope),
  }
}

export async function enterDeposit({ body, scope }: CallContext<typeof contract.enterDeposit>) {
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
