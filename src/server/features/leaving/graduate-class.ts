import type { promoteClass as endpoint } from '#contract/leaving.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import { orThrow } from '#domain/outcome.ts'
import { graduationDay, requireSomeone } from '#domain/promotion.ts'
import type { SchoolClass } from '#domain/school.ts'
import type { Call } from '#server/http/mount.ts'

/** Sets every active student of class 10 to graduated on a day; nobody is passed by (decisions 4.promotion.graduation). */
export async function graduateClass(
  records: Call<typeof endpoint>['records'],
  from: SchoolClass,
  givenDay: CalendarDate | null,
  today: CalendarDate,
) {
  const leaving = await records.promotion.listClass(from)
  const day = orThrow(graduationDay(from, givenDay, leaving, today))
  const counts = { moving: leaving.length, skipped: 0, lastPromotedOn: null }
  const promoted = orThrow(requireSomeone(from, counts, today))
  await records.promotion.graduate(
    leaving.map(({ rollNo }) => rollNo),
    day,
  )
  return { msg: 'Class graduated successfully' as const, promoted, skipped: 0 }
}
