import { daysBetween, type CalendarDate } from './calendar.ts'
import { accept, refuse, refuseFields, type Outcome } from './outcome.ts'
import { mayGraduate, wrongLeavingDay } from './removal.ts'
import { nextClass, type SchoolClass } from './school.ts'

/** A child is promoted at most once in so many days, so that promoting 1 and then 2 moves nobody twice (decisions 4.promotion.180-days). */
export const promotionPauseDays = 180

/** The class into which a class is promoted; class 10 graduates, Hifz is outside the ladder (spec 4.student, spec 5.promotion). */
export function promotionTarget(from: SchoolClass): Outcome<SchoolClass> {
  if (from === '10') return refuse('class-10-graduates')
  const target = nextClass(from)
  return target
    ? accept(target)
    : refuseFields({ field: 'classToPromote', message: `Class ${from} is not promoted` })
}

/** Whether a child was promoted so lately that this promotion passes it by. */
export const wasJustPromoted = (promotedOn: CalendarDate | null, today: CalendarDate): boolean =>
  promotedOn !== null && daysBetween(promotedOn, today) < promotionPauseDays

/** The students of a class as a promotion sorts them. */
export interface Sorted<S> {
  readonly moving: readonly S[]
  /** Promoted less than 180 days ago. */
  readonly skipped: readonly S[]
}

/** Who of a class moves on and who is passed by, in the order in which they come. */
export const sortForPromotion = <S extends { readonly promotedOn: CalendarDate | null }>(
  students: readonly S[],
  today: CalendarDate,
): Sorted<S> => ({
  moving: students.filter(({ promotedOn }) => !wasJustPromoted(promotedOn, today)),
  skipped: students.filter(({ promotedOn }) => wasJustPromoted(promotedOn, today)),
})

/** The day on which a class graduates: class 10 alone, a day that has come and before which all were admitted (spec 5.promotion.graduation-date). */
export function graduationDay(
  studentClass: SchoolClass,
  day: CalendarDate | null,
  students: readonly { readonly admissionDate: CalendarDate }[],
  today: CalendarDate,
): Outcome<CalendarDate> {
  if (!mayGraduate(studentClass)) {
    return refuseFields({ field: 'classToPromote', message: 'Only class 10 graduates' })
  }
  if (!day) return refuseFields({ field: 'graduationDate', message: 'Please fill in this field' })
  const admittedLast = students
    .map(({ admissionDate }) => admissionDate)
    .toSorted()
    .at(-1)
  const wrongDay = wrongLeavingDay(day, admittedLast ?? day, today)
  return wrongDay ? refuseFields({ field: 'graduationDate', message: wrongDay }) : accept(day)
}

/** What a promotion finds in a class. */
export interface ClassCounts {
  readonly moving: number
  readonly skipped: number
  /** The day on which students were last promoted out of the class; null where there was none. */
  readonly lastPromotedOn: CalendarDate | null
}

/** Whether a class of which no student moves was promoted less than 180 days ago: the students are skipped, or have all left it. */
export const wasClassPromoted = (
  { moving, skipped, lastPromotedOn }: ClassCounts,
  today: CalendarDate,
): boolean => moving === 0 && (skipped > 0 || wasJustPromoted(lastPromotedOn, today))

/** How many students move; refused where there are none: the class was promoted already, or is empty (decisions 4.promotion.none-left, decisions 6.promotion). */
export function requireSomeone(
  studentClass: SchoolClass,
  counts: ClassCounts,
  today: CalendarDate,
): Outcome<number> {
  if (counts.moving > 0) return accept(counts.moving)
  return refuse(wasClassPromoted(counts, today) ? 'already-promoted' : 'class-empty', { studentClass })
}
