// The erasure of the personal data of children who left (decision record 56): names and contacts are replaced, sums stay.

import { addYears, type CalendarDate } from './calendar.ts'
import { contactFields } from './contacts.ts'
import { nothing, type Money } from './money.ts'
import type { ErasureObstacle } from './outcome.ts'
import type { StudentRecord, StudentState } from './student.ts'

/** The fields of a record that identify a child or its family. */
export const personalFields = [
  'studentName',
  'fatherName',
  'dateOfBirth',
  'placeOfBirth',
  'religion',
  ...contactFields,
] as const satisfies readonly (keyof StudentRecord)[]

/** The largest number of years that a campus may keep the data of a child who left. */
export const mostKeepYears = 50

/** The largest number of children whose data are erased in one call. */
export const mostErasedAtOnce = 500

/** The last day on which a child may have left whose data are no longer kept today. */
export const erasableUpTo = (today: CalendarDate, keepYears: number): CalendarDate =>
  addYears(today, -keepYears)

/** A child who left: `balance` is what is owed, negative what was paid in advance. */
export interface Leaver {
  readonly state: StudentState
  readonly leftOn: CalendarDate | null
  readonly erasedOn: CalendarDate | null
  readonly balance: Money
}

/** Why the data of a child may not be erased; null where they may. */
export function whyNotErased(child: Leaver, today: CalendarDate, keepYears: number): ErasureObstacle | null {
  if (child.erasedOn !== null) return 'Erased already'
  if (child.state === 'active' || child.leftOn === null) return 'Has not left'
  if (child.leftOn > erasableUpTo(today, keepYears)) return 'Left too recently'
  return child.balance === nothing ? null : 'Balance is not settled'
}
