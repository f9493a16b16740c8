import { formatDate, type CalendarDate } from './calendar.ts'
import { requireOutcomeFor, type DepartureOutcome } from './departure-outcome.ts'
import { nothing, type Money } from './money.ts'
import { accept, refuse, refuseFields, type Outcome } from './outcome.ts'
import type { SchoolClass } from './school.ts'
import type { StateAfter } from './student.ts'
import { netBalance, type Account } from './voucher-amounts.ts'

export const owedBy = (latest: Account | null): Money => (latest ? netBalance(latest) : nothing)

/** Returns true for class 10, the only class in which Graduated can be ticked (spec 5.removal.graduated). */
export const mayGraduate = (studentClass: SchoolClass): boolean => studentClass === '10'

/** Presets the ticks Leave and Graduated for class 10, Leave for class 1, none for others (spec 5.removal.ticks). */
export const defaultTicks = (studentClass: SchoolClass) => ({
  leave: studentClass === '10' || studentClass === '1',
  graduated: studentClass === '10',
})

/** Returns true if nothing is owed, so that the student may leave (decisions 3.removal.balance). */
export const isCleared = (owed: Money): boolean => owed <= nothing

export function departureDateError(
  day: CalendarDate,
  admissionDate: CalendarDate,
  today: CalendarDate,
): string | null {
  if (day > today) return 'Date cannot be in the future'
  return day < admissionDate ? `Date cannot be before the admission on ${formatDate(admissionDate)}` : null
}

export interface Departure {
  readonly admissionDate: CalendarDate
  readonly studentClass: SchoolClass
  readonly owed: Money
  readonly removalDate: CalendarDate
  readonly graduated: boolean
  /** The outcome for the balance; null if the balance is left as it is. */
  readonly outcome: DepartureOutcome | null
}

/** Refuses a debt without outcome, and an unfitting outcome (spec 4.student.removed, decisions 3.removal.balance). */
export function removeStudent(departure: Departure, today: CalendarDate): Outcome<StateAfter> {
  const wrongDay = departureDateError(departure.removalDate, departure.admissionDate, today)
  if (wrongDay) return refuseFields({ field: 'removalDate', message: wrongDay })
  if (departure.graduated && !mayGraduate(departure.studentClass)) {
    return refuseFields({ field: 'graduated', message: 'Only class 10 can graduate' })
  }
  const { owed, outcome } = departure
  if (outcome === null && !isCleared(owed)) return refuse('fees-pending', { arrears: owed })
  const fitting = outcome === null ? null : requireOutcomeFor(owed, outcome)
  if (fitting?.ok === false) return fitting
  return accept(departure.graduated ? 'graduated' : 'removed')
}
