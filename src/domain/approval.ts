// Acts that wait until a second person approves them (decision record 39).

import { agree, count } from './count.ts'
import type { Fees } from './fee.ts'
import { absolute, formatRupees, less, nothing, type Money } from './money.ts'
import { accept, refuse, refuseFields, type ApprovalReason, type Outcome } from './outcome.ts'
import { netMonthlyFee, thisMonth, type Charged } from './voucher-amounts.ts'

/** The acts that may need an approval, by the names of their endpoints. */
export const acts = [
  'receivePayment',
  'correctReceipt',
  'moveReceipt',
  'returnCheque',
  'lowerDebt',
  'refundAdvance',
  'transferAdvance',
  'takeBackAdjustment',
  'editFees',
  'changeFee',
  'removeStudent',
] as const
export type Act = (typeof acts)[number]

export interface ActToJudge {
  /** The change to the amount owed or received, or for a fee, to the fee of a month; not negative. */
  readonly amount: Money
  /** True if the user who does it received the money. */
  readonly isOwnMoney: boolean
}

/** The reason why an act needs an approval; null if nothing changes, or without a limit (null). */
export function approvalReason(
  { amount, isOwnMoney }: ActToJudge,
  limit: Money | null,
): ApprovalReason | null {
  if (limit === null || amount === nothing) return null
  if (isOwnMoney) return 'own money'
  return amount > limit ? 'above the limit' : null
}

/** The difference, or the whole if day or method change, as it then leaves the day or drawer in which it was counted. */
export function correctedAmount(before: Money, after: Money, isMoved: boolean): Money {
  if (isMoved) return largest(before, after)
  return absolute(less(before, after))
}

/** The amount by which a fee or charge was lowered; 0 if it was raised. */
export const lowered = (before: Money, after: Money): Money =>
  after < before ? less(before, after) : nothing

const largest = (...amounts: readonly Money[]): Money =>
  amounts.reduce((most, amount) => (amount > most ? amount : most), nothing)

/**
 * The effect of an edit of fees: on the unpaid latest voucher, of which a raised sum counts too once it is posted, and on the
 * monthly fee of later vouchers, which may differ. Without a voucher, on the charges of later ones.
 */
export function judgeFeeEdit(
  open: (Charged & { readonly voucherNo: string; readonly posted: boolean }) | null,
  newFee: Fees,
  { before, after }: { readonly before: Fees; readonly after: Fees },
): { readonly amount: Money; readonly balanceChange: Money; readonly words: string } {
  const charges = thisMonth(open ?? { ...before, fine: nothing })
  const newCharges = thisMonth(open ? { ...open, ...newFee } : { ...after, fine: nothing })
  const difference = less(newCharges, charges)
  const what = open ? `Charges of voucher ${open.voucherNo}` : 'Fees'
  return {
    amount: largest(
      open?.posted === true ? absolute(difference) : lowered(charges, newCharges),
      lowered(netMonthlyFee(open ?? before), netMonthlyFee(newFee)),
      lowered(netMonthlyFee(before), netMonthlyFee(after)),
    ),
    balanceChange: open?.posted === true ? difference : nothing,
    words: `${what}: ${formatRupees(charges)} changed to ${formatRupees(newCharges)}`,
  }
}

export const approvalReasonWords = (reason: ApprovalReason, limit: Money): string =>
  reason === 'own money'
    ? 'You received this money yourself.'
    : `The amount is above the limit of Rs ${formatRupees(limit)}.`

/** A pending request is waiting; `alone` went ahead because the campus had no second person, and is only listed. */
export const requestStates = ['pending', 'approved', 'declined', 'withdrawn', 'alone'] as const
export type RequestState = (typeof requestStates)[number]

interface Decidable {
  readonly state: RequestState
  readonly requestedBy: string
}

/** Accepts a decision only by a person other than the one who asked, and only while the request waits. */
export function decideRequest({ state, requestedBy }: Decidable, userId: string): Outcome<true> {
  if (state !== 'pending') return refuse('request-decided')
  return requestedBy === userId ? refuse('own-request') : accept(true)
}

/** Accepts a withdrawal only by the person who asked, and only while the request waits. */
export function withdrawRequest({ state, requestedBy }: Decidable, userId: string): Outcome<true> {
  if (state !== 'pending') return refuse('request-decided')
  return requestedBy === userId ? accept(true) : refuse('request-of-other')
}

/** Refuses an act without a reason if the campus asks for approvals. */
export const requireReason = (reason: string, limit: Money | null): Outcome<string> =>
  limit !== null && reason.trim() === ''
    ? refuseFields({ field: 'reason', message: 'Please enter a reason' })
    : accept(reason)

/** "3 requests wait for approval". */
export const waitingWords = (waiting: number): string =>
  `${count(waiting, 'request')} ${agree(waiting, 'waits', 'wait')} for approval`
