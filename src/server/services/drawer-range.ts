import { rangeUntil } from '#domain/cashier-close.ts'
import { less, nothing, sum, type Money } from '#domain/money.ts'
import { orThrow } from '#domain/outcome.ts'
import type { DrawerRange, DrawerState, DrawerSums } from '#server/records/drawers.ts'
import type { Scope } from '#server/records/scope.ts'

/** The last numbers that a caller saw; without them the last ones there are. */
interface SeenNumbers {
  readonly upToReceipt?: number | undefined
  readonly upToAdjustment?: number | undefined
}

/** What of the caller's drawer is to be closed; refused where the numbers seen are not open any more. */
export const rangeToClose = (
  { userId }: Scope,
  state: DrawerState,
  { upToReceipt, upToAdjustment }: SeenNumbers = {},
): DrawerRange => ({
  drawer: userId,
  receipts: orThrow(rangeUntil(state.afterReceipt, state.last.receipt, upToReceipt)),
  adjustments: orThrow(rangeUntil(state.afterAdjustment, state.last.adjustment, upToAdjustment)),
})

/** The sums of a range as they are shown; paisa. */
export function splitSums({ methods, refunds, cashRefunded }: DrawerSums) {
  const count = (of: 'receipts' | 'reversals' | 'backDated') =>
    methods.reduce((all, line) => all + line[of], 0)
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
