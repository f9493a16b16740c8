// A student's balance explained: every charge and receipt in order, with the balance after each.

import { nothing, sum, type Money } from './money.ts'

/** An event of an account. A positive amount raises the balance, a receipt lowers it, a carried balance changes nothing. */
export interface AccountEvent {
  readonly amount: Money
  /** False for the lines of a draft, which nobody owes yet. */
  readonly counts: boolean
}

/** The events in their order, each with the balance after it; null for those that do not count. */
export function withRunningBalance<E extends AccountEvent>(
  events: readonly E[],
): (E & { readonly balance: Money | null })[] {
  let balance = nothing
  return events.map((event) => {
    if (!event.counts) return { ...event, balance: null }
    balance = sum(balance, event.amount)
    return { ...event, balance }
  })
}
