// Changes of a balance other than charges and receipts (decision record 38).

import { formatRupees, nothing, opposite, sum, type Money } from './money.ts'
import { accept, refuse, refuseFields, type Outcome } from './outcome.ts'
import { settled, type Settlement } from './payment.ts'
import { netBalance, type Account } from './voucher-amounts.ts'

export const adjustmentKinds = [
  'write-off',
  'waiver',
  'transfer',
  'receipt corrected',
  'cheque returned',
  'refund',
] as const
export type AdjustmentKind = (typeof adjustmentKinds)[number]

export const debtKinds = ['write-off', 'waiver'] as const
export type DebtKind = (typeof debtKinds)[number]

export const adjustmentWords: Readonly<Record<AdjustmentKind, string>> = {
  'write-off': 'Written off',
  waiver: 'Waived',
  transfer: 'Transferred',
  'receipt corrected': 'Receipt corrected',
  'cheque returned': 'Cheque returned',
  refund: 'Paid back',
}

/** Returns true for a kind that follows from a change to a receipt, and is reversed by receiving the amount again. */
export const followsReceipt = (kind: AdjustmentKind): boolean =>
  kind === 'receipt corrected' || kind === 'cheque returned'

/** Adjusts the balance of a voucher; a positive amount raises the debt. */
export const adjust = (voucher: Account, amount: Money): Settlement =>
  settled({ ...voucher, adjusted: sum(voucher.adjusted, amount) })

/** Returns the amount that may be written off or waived. */
export const debtOf = (postedBalance: Money): Money => (postedBalance > 0 ? postedBalance : nothing)

/** Returns the advance to refund or transfer, which is the family's until a posted voucher uses it (decisions 7). */
export const advanceOf = (postedBalance: Money): Money =>
  postedBalance < 0 ? opposite(postedBalance) : nothing

const refuseAmount = (message: string) => refuseFields({ field: 'amount', message })

function requireAmount(amount: Money, limit: Money, words: string): Outcome<Money> {
  if (amount <= 0) return refuseAmount('The amount must be more than 0')
  return amount > limit ? refuseAmount(`At most ${formatRupees(limit)}, ${words}`) : accept(amount)
}

/** Lowers a debt in part or in full, by a write-off or a waiver. */
export function lowerDebt(posted: Account, amount: Money): Outcome<Settlement> {
  const debt = debtOf(netBalance(posted))
  if (debt <= 0) return refuse('nothing-due')
  const accepted = requireAmount(amount, debt, 'which is owed')
  return accepted.ok ? accept(adjust(posted, opposite(amount))) : accepted
}

/** Uses an advance in part or in full, for a refund or a transfer to another student. */
export function takeAdvance(posted: Account, amount: Money): Outcome<Settlement> {
  const advance = advanceOf(netBalance(posted))
  if (advance <= 0) return refuse('no-advance')
  const accepted = requireAmount(amount, advance, 'which was paid in advance')
  return accepted.ok ? accept(adjust(posted, amount)) : accepted
}

/** Sums a student's adjustments, except adjustments that only move a debt from one voucher to another. */
export const adjustedOf = (
  adjustments: readonly { readonly amount: Money; readonly fromVoucherNo: string | null }[],
): Money =>
  sum(
    nothing,
    ...adjustments.filter(({ fromVoucherNo }) => fromVoucherNo === null).map(({ amount }) => amount),
  )
