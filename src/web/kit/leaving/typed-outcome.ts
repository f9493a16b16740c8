import type { CalendarDate } from '#domain/calendar.ts'
import { requireOutcomeFor, type DepartureOutcome } from '#domain/departure-outcome.ts'
import { formatRupees, opposite, type Money } from '#domain/money.ts'
import { methodAndReference } from '#domain/payment-method.ts'
import {
  readPaidBy,
  typedCash,
  typedPaidByErrors,
  type PaymentErrors,
  type TypedPaidBy,
} from '#web/kit/receiving/payment-input.ts'

/** The outcome as chosen and typed; '' if nothing is chosen yet, `none` if the balance is to stay. */
export interface TypedOutcome {
  readonly kind: DepartureOutcome | 'none' | ''
  readonly reason: string
  /** The method of paying back an advance. */
  readonly paidBy: TypedPaidBy
}

export const noOutcome: TypedOutcome = { kind: '', reason: '', paidBy: typedCash }

/** Returns the chosen outcome; null if it does not fit this balance, for example after the balance has changed. */
export function outcomeFor(balance: Money, { kind }: TypedOutcome): DepartureOutcome | null {
  return kind !== '' && kind !== 'none' && requireOutcomeFor(balance, kind).ok ? kind : null
}

type OutcomeErrors = Pick<PaymentErrors, 'reason' | 'reference'>

export function outcomeErrors(
  kind: DepartureOutcome,
  { reason, paidBy }: TypedOutcome,
  today: CalendarDate,
): OutcomeErrors {
  const { reference } = kind === 'paid back' ? typedPaidByErrors(paidBy, today) : {}
  return {
    ...(reason.trim() === '' && { reason: 'Please enter a reason' }),
    ...(reference !== undefined && { reference }),
  }
}

export function outcomeBody(kind: DepartureOutcome, { reason, paidBy }: TypedOutcome) {
  if (kind !== 'paid back') return { kind, reason }
  const { method, reference } = readPaidBy(paidBy)
  return { kind, reason, method, reference }
}

/** Describes an outcome, such as `Rs 9,000 is written off`. */
export function outcomeConsequence(kind: DepartureOutcome, balance: Money, { paidBy }: TypedOutcome): string {
  switch (kind) {
    case 'written off':
      return `Rs ${formatRupees(balance)} is written off`
    case 'leaves owing':
      return `Rs ${formatRupees(balance)} stays owed`
    case 'paid back':
      return `Rs ${formatRupees(opposite(balance))} is paid back, ${methodAndReference(readPaidBy(paidBy))}`
  }
}
