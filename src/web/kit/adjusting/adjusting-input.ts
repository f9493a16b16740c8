import { nothing, parseRupees, type Money } from '#domain/money.ts'
import { anyAmountError } from '#web/kit/receiving/payment-input.ts'

interface AmountAndReason {
  readonly amount: string
  readonly reason: string
}

/** Parses an amount that was already validated. */
export const amountIn = (typed: string): Money => parseRupees(typed) ?? nothing

export const reasonErrors = ({ reason }: Pick<AmountAndReason, 'reason'>): { readonly reason?: string } =>
  reason.trim() === '' ? { reason: 'Please enter a reason' } : {}

export function amountAndReasonErrors(typed: AmountAndReason): {
  readonly amount?: string
  readonly reason?: string
} {
  const wrong = anyAmountError(parseRupees(typed.amount))
  return { ...(wrong !== undefined && { amount: wrong }), ...reasonErrors(typed) }
}
