import { nothing, parseRupees, type Money } from '#domain/money.ts'
import { reasonErrors } from '#web/kit/form/field-errors.ts'
import { anyAmountError } from '#web/kit/receiving/payment-input.ts'

interface AmountAndReason {
  readonly amount: string
  readonly reason: string
}

/** Parses an amount that was already validated. */
export const amountIn = (typed: string): Money => parseRupees(typed) ?? nothing

export function amountAndReasonErrors(typed: AmountAndReason): {
  readonly amount?: string
  readonly reason?: string
} {
  const wrong = anyAmountError(parseRupees(typed.amount))
  return { ...(wrong !== undefined && { amount: wrong }), ...reasonErrors(typed) }
}
