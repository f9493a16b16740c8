import { daysBetween, type CalendarDate } from './calendar.ts'
import { accept, refuse, refuseFields, type Outcome } from './outcome.ts'
import { departureDateError, mayGraduate } from './removal.ts'
import { nextClass, type SchoolClass } from './school.ts'

/** Days between promotions of a student: promoting 1 and then 2 moves no one twice (decisions 4.promotion.180-days). */
export const promotionPauseDays = 180

/** Returns the next class; class 10 graduates, and Hifz has no next class (spec 4.student, spec 5.promotion). */
export function promotionTarget(from: SchoolClass): Outcome<SchoolClass> {
  if (from === '10') return refuse('class-10-graduates')
  const target = nextClass(from)
  return target
    ? accept(target)
    : refuseFields({ field: 'classToPromote', message: `Class ${from} is not promoted` })
}

export const wasRecentlyPromoted = (promotedOn: CalendarDate | null, today: CalendarDate): boolean =>
  promotedOn !== null && daysBetween(promotedOn, today) < promotionPauseDays

const isRecent =
  (today: CalendarDate) =>
  <S extends Promoted>(student: S): student is S & { readonly promotedOn: CalendarDate } =>
    wasRecentlyPromoted(student.promotedOn, today)

interface Promoted {
  readonly promotedOn: CalendarDate | null
}

export interface Sorted<S> {
  readonly moving: readonly S[]
  /** Students who were promoted less than 180 days ago. */
  readonly skipped: readonly (S & { readonly promotedOn: CalendarDate })[]
}

export const splitForPromotion = <S extends Promoted>(
  students: readonly S[],
  today: CalendarDate,
): Sorted<S> => ({
  moving: students.filter(({ promotedOn }) => !wasRecentlyPromoted(promotedOn, today)),
  skipped: students.filter(isRecent(today)),
})

/** Accepts a graduation date of class 10, from the last admission up to today (spec 5.promotion.graduation-date). */
export function graduationDay(
  studentClass: SchoolClass,
  day: CalendarDate | null,
  students: readonly { readonly admissionDate: CalendarDate }[],
  today: CalendarDate,
): Outcome<CalendarDate> {
  if (!mayGraduate(studentClass)) {
    return refuseFields({ field: 'classToPromote', message: 'Only class 10 can graduate' })
  }
  if (!day) return refuseFields({ field: 'graduationDate', message: 'Please fill in this field' })
  const admittedLast = students
    .map(({ admissionDate }) => admissionDate)
    .toSorted()
    .at(-1)
  const wrongDay = departureDateError(day, admittedLast ?? day, today)
  return wrongDay ? refuseFields({ field: 'graduationDate', message: wrongDay }) : accept(day)
}

export interface ClassCounts {
  readonly moving: number
  readonly skipped: number
  readonly lastPromotedOn: CalendarDate | null
}

/** Returns true if a class was promoted less than 180 days ago: its students are skipped, or are in the next class. */
export const wasClassPromoted = (
  { moving, skipped, lastPromotedOn }: ClassCounts,
  today: CalendarDate,
): boolean => moving === 0 && (skipped > 0 || wasRecentlyPromoted(lastPromotedOn, today))

/** Refuses a class that was promoted already, or is empty (decisions 4.promotion.none-left, decisions 6.promotion). */
export function requireStudents(
  studentClass: SchoolClass,
  counts: ClassCounts,
  today: CalendarDate,
): Outcome<number> {
  if (counts.moving > 0) return accept(counts.moving)
  return refuse(wasClassPromoted(counts, today) ? 'already-promoted' : 'class-empty', { studentClass })
}
