import type { promoteClass as endpoint, promotionPreview as previewEndpoint } from '#contract/leaving.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import { orThrow } from '#domain/outcome.ts'
import {
  promotionTarget,
  requireSomeone,
  sortForPromotion,
  wasClassPromoted,
  type ClassCounts,
  type Sorted,
} from '#domain/promotion.ts'
import { mayGraduate } from '#domain/removal.ts'
import type { SchoolClass } from '#domain/school.ts'
import type { Call } from '#server/http/mount.ts'
import { graduateClass } from './graduate-class.ts'

type Records = Call<typeof endpoint>['records']

/** Moves a class on, or graduates class 10; the campus is held alone, so nobody is moved twice (decisions 4.promotion). */
export async function promoteClass({ body, records, today }: Call<typeof endpoint>) {
  return body.isGraduation
    ? graduateClass(records, body.classToPromote, body.graduationDate ?? null, today)
    : promote(records, body.classToPromote, today)
}

async function promote(records: Records, from: SchoolClass, today: CalendarDate) {
  const to = orThrow(promotionTarget(from))
  const { moving, skipped } = sortForPromotion(await records.promotion.listClass(from), today)
  const promoted = orThrow(requireSomeone(from, await countClass(records, from, { moving, skipped }), today))
  await records.promotion.promote(
    moving.map(({ rollNo }) => rollNo),
    from,
    to,
  )
  return { msg: 'Class promoted successfully' as const, promoted, skipped: skipped.length }
}

/** The counts by which the rules judge a class; its history is read only where no student is left to move. */
async function countClass(
  records: Pick<Records, 'promotion'>,
  from: SchoolClass,
  { moving, skipped }: Sorted<unknown>,
): Promise<ClassCounts> {
  const lastPromotedOn = moving.length === 0 ? await records.promotion.findLastPromotion(from) : null
  return { moving: moving.length, skipped: skipped.length, lastPromotedOn }
}

/** Who of a class would move, or graduate from class 10, and who would be passed by, before anything is written. */
export async function previewPromotion({ params, records, today }: Call<typeof previewEndpoint>) {
  const { studentClass } = params
  const students = await records.promotion.listClass(studentClass)
  if (mayGraduate(studentClass)) {
    return {
      msg: `Class ${studentClass} graduates`,
      toClass: null,
      moving: students,
      skipped: [],
      alreadyPromoted: false,
    }
  }
  const toClass = orThrow(promotionTarget(studentClass))
  const { moving, skipped } = sortForPromotion(students, today)
  return {
    msg: `Class ${studentClass} moves to class ${toClass}`,
    toClass,
    moving: [...moving],
    skipped: skipped.map((student) => ({ ...student, promotedOn: student.promotedOn ?? '' })),
    alreadyPromoted: wasClassPromoted(await countClass(records, studentClass, { moving, skipped }), today),
  }
}
