// Acts that wait until a second person approves them (decision record 39).

import { agree, count } from './count.ts'
import type { Fees } from './fee.ts'
import { absolute, formatRupees, less, nothing, type Money } from './money.ts'
import { accept, refuse, refuseFields, type ApprovalReason, type Outcome } from './outcome.ts'
import { netMonthlyFee, thisMonth, type Charged } from './voucher-amounts.ts'

/** The acts that may need an approval, named like their endpoints. */
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
  /** The size of the change to the amount owed or received, or to a monthly fee; not negative. */
  readonly amount: Money
  /** True if the user who acts received the money. */
  readonly isOwnMoney: boolean
}

/** Returns the reason why an act needs an approval; null if the amount is 0, or if the campus has no limit (null). */
export function approvalReason(
  { amount, isOwnMoney }: ActToJudge,
  limit: Money | null,
): ApprovalReason | null {
  if (limit === null || amount === nothing) return null
  if (isOwnMoney) return 'own money'
  return amount > limit ? 'above the limit' : null
}

/** Returns the difference; if day or method change, the larger amount, because all of it leaves its day or drawer. */
export function correctedAmount(before: Money, after: Money, isMoved: boolean): Money {
  if (isMoved) return largest(before, after)
  return absolute(less(before, after))
}

/** Returns the amount by which a fee or charge was lowered; 0 if it was raised. */
export const lowered = (before: Money, after: Money): Money =>
  after < before ? less(before, after) : nothing

const largest = (...amounts: readonly Money[]): Money =>
  amounts.reduce((max, amount) => (amount > max ? amount : max), nothing)

/**
 * Judges an edit of fees by its effect on the unpaid latest voucher (a raised sum counts only if it is posted) and on
 * the monthly fee of later vouchers, which may differ. Without an unpaid voucher, the charges of later vouchers count.
 */
export function judgeFeeEdit(
  open: (Charged & { readonly voucherNo: string; readonly posted: boolean }) | null,
  newFee: Fees,
  { before, after }: { readonly before: Fees; readonly after: Fees },
): { readonly amount: Money; readonly balanceChange: Money; readonly words: string } {
  const charges = thisMonth(open ?? { ...before, fine: nothing })
  const newCharges = thisMonth(open ? { ...open, ...newFee } : { ...after, fine: nothing })
  const difference = less(newCharges, charges)
  const subject = open ? `Charges of voucher ${open.voucherNo}` : 'Fees'
  return {
    amount: largest(
      open?.posted === true ? absolute(difference) : lowered(charges, newCharges),
      lowered(netMonthlyFee(open ?? before), netMonthlyFee(newFee)),
      lowered(netMonthlyFee(before), netMonthlyFee(after)),
    ),
    balanceChange: open?.posted === true ? difference : nothing,
    words: `${subject}: ${formatRupees(charges)} changed to ${formatRupees(newCharges)}`,
  }
}

export const approvalReasonWords = (reason: ApprovalReason, limit: Money): string =>
  reason === 'own money'
    ? 'You received this money yourself.'
    : `The amount is above the limit of Rs ${formatRupees(limit)}.`

/** `alone` was done without approval because the campus had no second person; such a request is only listed. */
export const requestStates = ['pending', 'approved', 'declined', 'withdrawn', 'alone'] as const
export type RequestState = (typeof requestStates)[number]

interface Decidable {
  readonly state: RequestState
  readonly requestedBy: string
}

/** Accepts a decision only on a pending request that another person made. */
export function decideRequest({ state, requestedBy }: Decidable, userId: string): Outcome<true> {
  if (state !== 'pending') return refuse('request-decided')
  return requestedBy === userId ? refuse('own-request') : accept(true)
}

/** Accepts a withdrawal only of a pending request, by the person who made it. */
export function withdrawRequest({ state, requestedBy }: Decidable, userId: string): Outcome<true> {
  if (state !== 'pending') return refuse('request-decided')
  return requestedBy === userId ? accept(true) : refuse('request-of-other')
}

/** Refuses an act without a reason if the campus requires approvals. */
export const requireReason = (reason: string, limit: Money | null): Outcome<string> =>
  limit !== null && reason.trim() === ''
    ? refuseFields({ field: 'reason', message: 'Please enter a reason' })
    : accept(reason)

/** "3 requests wait for approval". */
export const waitingWords = (waiting: number): string =>
  `${count(waiting, 'request')} ${agree(waiting, 'waits', 'wait')} for approval`
