import type { findDrawer as endpoint } from '#contract/cashier-close.ts'
import { sum } from '#domain/money.ts'
import type { CallContext } from '#server/http/call.ts'
import { findFirstCount } from '#server/records/cashier-closings.ts'
import { findDrawerState, listCheques, sumDrawer } from '#server/records/drawers.ts'
import { rangeToClose, splitSums } from '#server/services/drawer-range.ts'

/** What the caller received since the last closing; where the campus counts blind, without the sum of the cash. */
export async function findDrawer({ scope }: CallContext<typeof endpoint>) {
  const state = await findDrawerState(scope)
  const range = rangeToClose(scope, state)
  const { receipts, reversals, refunds, cash, others } = splitSums(await sumDrawer(scope, range))
  const { lastClosing, blind, floatBefore } = state
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
    cash: blind ? null : cash,
    expected: blind ? null : sum(floatBefore, cash),
    cheques: await listCheques(scope, range),
    others,
    firstCount: await findFirstCount(scope, state),
  }
}
