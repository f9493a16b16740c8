import type { CalendarDate } from '#domain/calendar.ts'
import { latinDigits } from '#domain/student-search.ts'

/** Adds dashes to the digits of a CNIC, 35202-1234567-1; leaves other text as it is. */
export function dashCnic(before: string, typed: string): string {
  const digits = digitsAppended(before, typed)
  if (digits === null || digits.length > 13) return typed
  return [digits.slice(0, 5), digits.slice(5, 12), digits.slice(12)].filter((part) => part !== '').join('-')
}

/** Adds the dash to the digits of a mobile number, 0300-1234567; leaves other text as it is. */
export function dashMobile(before: string, typed: string): string {
  const digits = digitsAppended(before, typed)
  if (digits === null || digits.length > 11 || !digits.startsWith('03')) return typed
  return [digits.slice(0, 4), digits.slice(4)].filter((part) => part !== '').join('-')
}

/** Returns the digits if text was appended, else null: a correction in the middle must not move the cursor. */
function digitsAppended(before: string, typed: string): string | null {
  if (typed.length <= before.length || !typed.startsWith(before)) return null
  const plain = latinDigits(typed)
  return /^[\d-]+$/.test(plain) ? plain.replaceAll('-', '') : null
}

/** Returns a warning about an age that no child at this school has; null if the age is plausible. */
export function oddAge(dateOfBirth: CalendarDate | '', on: CalendarDate | ''): string | null {
  if (dateOfBirth === '' || on === '' || dateOfBirth > on) return null
  const birthdayToCome = on.slice(5) < dateOfBirth.slice(5)
  const years = Number(on.slice(0, 4)) - Number(dateOfBirth.slice(0, 4)) - (birthdayToCome ? 1 : 0)
  if (years >= 2 && years <= 25) return null
  return `Age ${years} on admission. Is the year right?`
}
