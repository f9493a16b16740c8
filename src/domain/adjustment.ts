// Changes of a balance beside charges and receipts (decision record 38).

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

/** The kinds that follow from a change to a receipt; they are taken back by receiving again. */
export const followsReceipt = (kind: AdjustmentKind): boolean =>
  kind === 'receipt corrected' || kind === 'cheque returned'

/** A voucher after an adjustment of its balance, positive if more is owed. */
export const adjust = (voucher: Account, amount: Money): Settlement =>
  settled({ ...voucher, adjusted: sum(voucher.adjusted, amount) })

/** The amount that may be written off or waived. */
export const debtOf = (postedBalance: Money): Money => (postedBalance > 0 ? postedBalance : nothing)

/** The amount that may be paid back or transferred: the family's until a posted voucher takes it (decisions 7). */
export const advanceOf = (postedBalance: Money): Money =>
  postedBalance < 0 ? opposite(postedBalance) : nothing

const refuseAmount = (message: string) => refuseFields({ field: 'amount', message })

function requireAmount(amount: Money, most: Money, words: string): Outcome<Money> {
  if (amount <= 0) return refuseAmount('The amount must be more than 0')
  return amount > most ? refuseAmount(`At most ${formatRupees(most)}, ${words}`) : accept(amount)
}

/** Lowers a debt by a part or all of it: a write-off or a waiver. */
export function lowerDebt(posted: Account, amount: Money): Outcome<Settlement> {
  const debt = debtOf(netBalance(posted))
  if (debt <= 0) return refuse('nothing-due')
  const accepted = requireAmount(amount, debt, 'which is owed')
  return accepted.ok ? accept(adjust(posted, opposite(amount))) : accepted
}

/** Takes a part or all of an advance: a refund, or a transfer to another student. */
export function takeAdvance(posted: Account, amount: Money): Outcome<Settlement> {
  const advance = advanceOf(netBalance(posted))
  if (advance <= 0) return refuse('no-advance')
  const accepted = requireAmount(amount, advance, 'which was paid in advance')
  return accepted.ok ? accept(adjust(posted, amount)) : accepted
}

/** The sum of a student's adjustments, without those that only move a debt from one voucher to another. */
export const adjustedOf = (
  adjustments: readonly { readonly amount: Money; readonly fromVoucherNo: string | null }[],
): Money =>
  sum(
    nothing,
    ...adjustments.filter(({ fromVoucherNo }) => fromVoucherNo === null).map(({ amount }) => amount),
  )
