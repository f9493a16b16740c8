import type { promoteClass as endpoint } from '#contract/promotion.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import { orThrow } from '#domain/outcome.ts'
import { graduationDay, promotionTarget, requireStudents, splitForPromotion } from '#domain/promotion.ts'
import type { SchoolClass } from '#domain/school.ts'
import type { CallContext } from '#server/http/call.ts'
import { graduateStudents, listClassMembers, promoteStudents } from '#server/records/promotion.ts'
import type { Scope } from '#server/records/scope.ts'
import { countClass } from '#server/services/count-class.ts'

/** Promotes a class, or graduates class 10. The campus is locked exclusively, so no student moves twice (decisions 4.promotion). */
export async function promoteClass({ body, scope }: CallContext<typeof endpoint>) {
  return body.isGraduation
    ? graduate(scope, body.classToPromote, body.graduationDate ?? null)
    : promote(scope, body.classToPromote)
}

async function promote(scope: Scope, from: SchoolClass) {
  const { today } = scope
  const to = orThrow(promotionTarget(from))
  const { moving, skipped } = splitForPromotion(await listClassMembers(scope, from), today)
  const promoted = orThrow(requireStudents(from, await countClass(scope, from, { moving, skipped }), today))
  const rollNos = moving.map(({ rollNo }) => rollNo)
  await promoteStudents(scope, rollNos, from, to)
  return { msg: 'Class promoted successfully' as const, promoted, skipped: skipped.length }
}

/** Graduates every active student of class 10 on one day; no student is skipped (decisions 4.promotion.graduation). */
async function graduate(scope: Scope, from: SchoolClass, givenDay: CalendarDate | null) {
  const { today } = scope
  const students = await listClassMembers(scope, from)
  const day = orThrow(graduationDay(from, givenDay, students, today))
  const counts = { moving: students.length, skipped: 0, lastPromotedOn: null }
  const promoted = orThrow(requireStudents(from, counts, today))
  const rollNos = students.map(({ rollNo }) => rollNo)
  await graduateStudents(scope, rollNos, day)
  return { msg: 'Class graduated successfully' as const, promoted, skipped: 0 }
}
