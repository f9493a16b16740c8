// What is owed by age: how long the unpaid parts of a student's vouchers have been due.

import { daysBetween, type CalendarDate } from './calendar.ts'
import { less, nothing, paisa, sum, type Money } from './money.ts'
import { recordOf } from './record-of.ts'

/** The ages, each up to a number of days since the due date; what is not due yet comes first. */
export const ages = [
  { key: 'notDue', label: 'Not due yet', upTo: -1 },
  { key: 'upTo30', label: '0–30 days', upTo: 30 },
  { key: 'upTo60', label: '31–60 days', upTo: 60 },
  { key: 'upTo90', label: '61–90 days', upTo: 90 },
  { key: 'over90', label: 'Over 90 days', upTo: null },
] as const
export type Age = (typeof ages)[number]['key']

/** The age of what was due on a day, seen from another. */
export function ageOn(day: CalendarDate, dueDate: CalendarDate): Age {
  const days = daysBetween(dueDate, day)
  return ages.find(({ upTo }) => upTo === null || days <= upTo)?.key ?? 'over90'
}

/** A voucher's own charges and its due date. */
export interface DueCharge {
  readonly dueDate: CalendarDate
  readonly amount: Money
}

/** What a student owes by age; the ages add up to what is owed. */
export interface Aged extends Readonly<Record<Age, Money>> {
  readonly owed: Money
  /** How many vouchers are not paid in full. */
  readonly months: number
  /** The due date of the oldest of them. */
  readonly dueSince: CalendarDate | null
}

/**
 * Spreads a balance over the vouchers of a student, given oldest first, as money pays the oldest: what is owed is of the
 * newest ones. What is owed beyond all charges is of the oldest. Nothing is owed by a balance of 0, or in advance.
 */
export function agedBalance(charges: readonly DueCharge[], balance: Money, day: CalendarDate): Aged {
  const owed = balance > 0 ? balance : nothing
  const sums = new Map<Age, Money>()
  let [left, months] = [owed, 0]
  let dueSince: CalendarDate | null = null
  for (const [place, { dueDate, amount }] of charges.toReversed().entries()) {
    const isOldest = place === charges.length - 1
    const unpaid = isOldest ? left : paisa(Math.min(left, amount))
    if (unpaid === 0) continue
    const age = ageOn(day, dueDate)
    sums.set(age, sum(sums.get(age) ?? nothing, unpaid))
    left = less(left, unpaid)
    months += 1
    dueSince = dueDate
  }
  return {
    ...recordOf(
      ages,
      ({ key }) => key,
      ({ key }) => sums.get(key) ?? nothing,
    ),
    owed,
    months,
    dueSince,
  }
}
