// Erasure replaces the names and contacts of children who left; sums stay (decision record 56).

import { addYears, type CalendarDate } from './calendar.ts'
import { contactFields } from './contacts.ts'
import { nothing, type Money } from './money.ts'
import type { ErasureObstacle } from './outcome.ts'
import type { StudentRecord, StudentState } from './student.ts'

export const personalFields = [
  'studentName',
  'fatherName',
  'dateOfBirth',
  'placeOfBirth',
  'religion',
  ...contactFields,
] as const satisfies readonly (keyof StudentRecord)[]

export const mostKeepYears = 50

export const mostErasedAtOnce = 500

/** Returns the last day of leaving for which personal data may be erased. */
export const erasableUpTo = (today: CalendarDate, keepYears: number): CalendarDate =>
  addYears(today, -keepYears)

/** `balance` is negative for money paid in advance. */
export interface Leaver {
  readonly state: StudentState
  readonly leftOn: CalendarDate | null
  readonly erasedOn: CalendarDate | null
  readonly balance: Money
}

export function whyNotErased(child: Leaver, today: CalendarDate, keepYears: number): ErasureObstacle | null {
  if (child.erasedOn !== null) return 'Erased already'
  if (child.state === 'active' || child.leftOn === null) return 'Has not left'
  if (child.leftOn > erasableUpTo(today, keepYears)) return 'Left too recently'
  return child.balance === nothing ? null : 'Balance is not settled'
}
