// One explainable balance: every charge and receipt of a student in order, with what was owed after each.

import { less, nothing, paisa, sum, type Money } from './money.ts'

/** Something that happened to an account; `amount` raises what is owed, a receipt lowers it, a carry moves nothing. */
export interface AccountEvent {
  readonly amount: Money
}

/** The events in their order, each with the balance after it. */
export function withRunningBalance<E extends AccountEvent>(
  events: readonly E[],
): (E & { readonly balance: Money })[] {
  let balance = nothing
  return events.map((event) => {
    balance = sum(balance, event.amount)
    return { ...event, balance }
  })
}

/** A voucher's own charges, oldest first. */
export interface MonthCharge {
  readonly voucherNo: string
  readonly amount: Money
}

/**
 * What of each voucher is still unpaid when money pays the oldest charges first: arrears explained month by month.
 * The parts add up to what is owed; where more came in than was charged nothing is listed.
 */
export function unpaidByVoucher<C extends MonthCharge>(
  charges: readonly C[],
  received: Money,
): (C & { readonly unpaid: Money })[] {
  let left = received
  return charges
    .map((charge) => {
      const covered = paisa(Math.max(0, Math.min(charge.amount, left)))
      left = less(left, covered)
      return { ...charge, unpaid: less(charge.amount, covered) }
    })
    .filter(({ unpaid }) => unpaid > 0)
}
