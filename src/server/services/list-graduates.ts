import type { CalendarDate } from '#domain/calendar.ts'
import type { Money } from '#domain/money.ts'
import { owedBy } from '#domain/removal.ts'
import type { ClassMember } from '#server/records/promotion.ts'
import type { Scope } from '#server/records/scope.ts'
import { planVoidedAtRemovals, type VoidedAtRemoval } from './void-at-removal.ts'

/** A student of a class that graduates, with what is voided on that day and the balance after it. */
export interface ClassGraduate extends ClassMember {
  readonly plan: VoidedAtRemoval
  readonly balance: Money
}

/** The students of a class that graduates on a day, in their order. */
export async function listGraduates(
  scope: Scope,
  students: readonly ClassMember[],
  graduationDate: CalendarDate,
): Promise<ClassGraduate[]> {
  const rollNos = students.map(({ rollNo }) => rollNo)
  const plans = await planVoidedAtRemovals(scope, rollNos, graduationDate)
  return students.map((student) => {
    const plan = plans.get(student.rollNo) ?? { voided: [], left: null, posted: null }
    return { ...student, plan, balance: owedBy(plan.left) }
  })
}
