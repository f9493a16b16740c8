// A student's balance explained: every charge and receipt in order, with the balance after each.

import { less, nothing, paisa, sum, type Money } from './money.ts'

/** An event of an account. A positive amount raises the balance, a receipt lowers it, a carried balance changes nothing. */
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
 * The unpaid part of each voucher when receipts pay the oldest charges first: arrears explained month by month. The parts
 * add up to the balance; where more was received than charged, the list is empty. A negative charge is an advance that the
 * student brought: it pays as receipts do.
 */
export function unpaidByVoucher<C extends MonthCharge>(
  charges: readonly C[],
  received: Money,
): (C & { readonly unpaid: Money })[] {
  let left = less(received, sum(nothing, ...charges.map(({ amount }) => paisa(Math.min(0, amount)))))
  return charges
    .map((charge) => {
      const covered = paisa(Math.max(0, Math.min(charge.amount, left)))
      left = less(left, covered)
      return { ...charge, unpaid: less(charge.amount, covered) }
    })
    .filter(({ unpaid }) => unpaid > 0)
}
