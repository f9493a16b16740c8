import { formatDate, type CalendarDate } from './calendar.ts'
import { inRupees, nothing, type Money } from './money.ts'
import { accept, refuse, refuseFields, type Outcome } from './outcome.ts'
import type { SchoolClass } from './school.ts'
import type { StateAfter } from './student.ts'
import { netBalance, type Account } from './voucher-amounts.ts'

/** What a leaving child still owes: the balance of the latest voucher; nothing where there is none. */
export const owedBy = (latest: Account | null): Money => (latest ? netBalance(latest) : nothing)

/** Graduated can be ticked only in class 10 (spec 5.removal.graduated). */
export const mayGraduate = (studentClass: SchoolClass): boolean => studentClass === '10'

/** The ticks with which the screen starts: class 10 Leave and Graduated, class 1 Leave, the others none (spec 5.removal.ticks). */
export const defaultTicks = (studentClass: SchoolClass) => ({
  leave: studentClass === '10' || studentClass === '1',
  graduated: studentClass === '10',
})

/** Whether nothing is owed, so that the child may leave (decisions 3.removal.balance). */
export const isCleared = (owed: Money): boolean => owed <= nothing

/** Why a child cannot have left on this day: it is yet to come, or lies before the admission; null where it can. */
export function wrongLeavingDay(
  day: CalendarDate,
  admissionDate: CalendarDate,
  today: CalendarDate,
): string | null {
  if (day > today) return 'This day is yet to come'
  return day < admissionDate ? `Not before the admission on ${formatDate(admissionDate)}` : null
}

export interface Leaving {
  readonly admissionDate: CalendarDate
  readonly studentClass: SchoolClass
  readonly owed: Money
  readonly removalDate: CalendarDate
  readonly graduated: boolean
}

/** A child leaves, or graduates from class 10, once nothing is owed (spec 4.student.removed, decisions 3.removal.balance). */
export function removeStudent(leaving: Leaving, today: CalendarDate): Outcome<StateAfter> {
  const wrongDay = wrongLeavingDay(leaving.removalDate, leaving.admissionDate, today)
  if (wrongDay) return refuseFields({ field: 'removalDate', message: wrongDay })
  if (leaving.graduated && !mayGraduate(leaving.studentClass)) {
    return refuseFields({ field: 'graduated', message: 'Only class 10 graduates' })
  }
  if (!isCleared(leaving.owed)) return refuse('fees-pending', { arrears: inRupees(leaving.owed) })
  return accept(leaving.graduated ? 'graduated' : 'removed')
}
