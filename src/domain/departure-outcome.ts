// The outcomes for the balance of a student who leaves or graduates (decision record 40).

import type { CalendarDate } from './calendar.ts'
import type { Money } from './money.ts'
import { accept, prefixFields, refuse, refuseFields, type Outcome } from './outcome.ts'
import { paidBy, type GivenPaidBy, type PaidBy } from './payment-method.ts'

export const debtOutcomes = ['written off', 'leaves owing'] as const
export const departureOutcomes = [...debtOutcomes, 'paid back'] as const
export type DepartureOutcome = (typeof departureOutcomes)[number]

export const departureOutcomeWords: Readonly<Record<DepartureOutcome, string>> = {
  'written off': 'Written off',
  'leaves owing': 'Leaves owing',
  'paid back': 'Paid back',
}

/** Refuses an outcome that does not fit the balance: a debt is written off or left owing, an advance is paid back. */
export function requireOutcomeFor<O extends DepartureOutcome>(owed: Money, outcome: O): Outcome<O> {
  if (outcome === 'paid back') return owed < 0 ? accept(outcome) : refuse('no-advance')
  return owed > 0 ? accept(outcome) : refuse('nothing-due')
}

/** Returns the method by which an advance is paid back; null for other outcomes. Errors are at the fields of `part`. */
export function paidBackBy(
  outcome: { readonly kind: DepartureOutcome } & GivenPaidBy,
  today: CalendarDate,
  part: string,
): Outcome<PaidBy | null> {
  if (outcome.kind === 'paid back') {
    const payment = paidBy(outcome, today)
    if (payment.ok || payment.refusal.code !== 'invalid') return payment
    return refuseFields(...prefixFields(part, payment.refusal.errors))
  }
  if (outcome.method === undefined && outcome.reference === '') return accept(null)
  const message = 'Only what is paid back has a method'
  return refuseFields(...prefixFields(part, [{ field: 'method', message }]))
}

/** A student who graduates, with the balance after vouchers of later months are voided. */
export interface Graduate {
  readonly rollNo: number
  readonly studentName: string
  readonly balance: Money
}

export interface GivenOutcome {
  readonly rollNo: number
  readonly kind: DepartureOutcome
  readonly expectedBalance?: Money | undefined
}

/**
 * Accepts the outcomes of a class that graduates. Refuses a student who is not in the class or listed twice, a balance
 * that changed since the clerk saw it, a debt without an outcome, and an outcome that does not fit its balance.
 */
export function requireOutcomes<O extends GivenOutcome>(
  graduates: readonly Graduate[],
  given: readonly O[],
): Outcome<readonly O[]> {
  const byRollNo = new Map(graduates.map((graduate) => [graduate.rollNo, graduate]))
  const wrong = given.flatMap(({ rollNo }, place) => rollNoErrors(byRollNo, given, rollNo, place))
  if (wrong.length > 0) return refuseFields(...wrong)

  const outcomeOf = new Map(given.map((outcome) => [outcome.rollNo, outcome]))
  const changed = graduates.filter(({ rollNo, balance }) => {
    const outcome = outcomeOf.get(rollNo)
    if (!outcome) return balance > 0
    return outcome.expectedBalance !== undefined && outcome.expectedBalance !== balance
  })
  if (changed.length > 0) {
    const students = changed.map(({ rollNo, studentName, balance }) => ({ rollNo, studentName, balance }))
    return refuse('balances-changed', { students })
  }
  for (const { rollNo, kind } of given) {
    const graduate = byRollNo.get(rollNo)
    const fitting = graduate ? requireOutcomeFor(graduate.balance, kind) : null
    if (fitting?.ok === false) return fitting
  }
  return accept(given)
}

function rollNoErrors(
  graduates: ReadonlyMap<number, Graduate>,
  given: readonly GivenOutcome[],
  rollNo: number,
  place: number,
) {
  const part = `outcomes.${place}`
  if (!graduates.has(rollNo)) {
    return prefixFields(part, [{ field: 'rollNo', message: 'Not a student of this class' }])
  }
  const isFirst = given.findIndex((outcome) => outcome.rollNo === rollNo) === place
  return isFirst ? [] : prefixFields(part, [{ field: 'rollNo', message: 'Has an outcome already' }])
}
