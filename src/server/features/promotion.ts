import type * as contract from '#contract/promotion.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import { paidBackBy, requireOutcomes } from '#domain/departure-outcome.ts'
import { less, nothing, type Money } from '#domain/money.ts'
import { orThrow, refuseFields } from '#domain/outcome.ts'
import {
  graduationDay,
  promotionTarget,
  requireStudents,
  splitForPromotion,
  wasClassPromoted,
  type ClassCounts,
  type Sorted,
} from '#domain/promotion.ts'
import { mayGraduate, owedBy } from '#domain/removal.ts'
import type { SchoolClass } from '#domain/school.ts'
import type { CallContext } from '#server/http/call.ts'
import type { Scope } from '#server/records/scope.ts'
import {
  findLastPromotion,
  graduateStudents,
  listClassMembers,
  promoteStudents,
  type ClassMember,
} from '#server/records/students/promotion.ts'
import { saveDepartureWithOutcome } from '#server/services/settle-departure.ts'
import {
  planVoidedAtRemovals,
  voidedReply,
  voidPlannedAtRemoval,
  type VoidedAtRemoval,
} from '#server/services/void-vouchers.ts'

/** A student of a graduating class, with the vouchers that are voided on that day and the balance after it. */
interface ClassGraduate extends ClassMember {
  readonly plan: VoidedAtRemoval
  readonly balance: Money
}

/** Returns the students of a class that graduates on a day, in the same order, with plan and balance. */
async function listGraduates(
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

/** Counts the students of a class; reads the history only if no student is left to move. */
async function countClass(
  scope: Scope,
  from: SchoolClass,
  { moving, skipped }: Sorted<unknown>,
): Promise<ClassCounts> {
  const lastPromotedOn = moving.length === 0 ? await findLastPromotion(scope, from) : null
  return { moving: moving.length, skipped: skipped.length, lastPromotedOn }
}

/** Returns the students who would move or graduate, and the students who would be skipped. */
export async function promotionPreview({
  params,
  query,
  scope,
}: CallContext<typeof contract.promotionPreview>) {
  const { studentClass } = params
  const { today } = scope
  const students = await listClassMembers(scope, studentClass)
  if (mayGraduate(studentClass)) {
    const graduates = await listGraduates(scope, students, query.graduationDate ?? today)
    return {
      msg: `Class ${studentClass} graduates`,
      toClass: null,
      moving: students,
      skipped: [],
      alreadyPromoted: false,
      graduation: {
        balances: graduates.flatMap(({ plan: { left, posted }, ...leaver }) =>
          left && leaver.balance !== nothing
            ? [
                {
                  ...leaver,
                  notPosted: less(leaver.balance, owedBy(posted)),
                  voucherNo: left.voucherNo,
                  posted: left.posted,
                },
              ]
            : [],
        ),
        voided: graduates.flatMap(({ rollNo, plan }) =>
          plan.voided.map((voucher) => ({ rollNo, ...voidedReply(voucher) })),
        ),
      },
    }
  }
  const toClass = orThrow(promotionTarget(studentClass))
  const { moving, skipped } = splitForPromotion(students, today)
  return {
    msg: `Class ${studentClass} moves to class ${toClass}`,
    toClass,
    moving: [...moving],
    skipped: [...skipped],
    alreadyPromoted: wasClassPromoted(await countClass(scope, studentClass, { moving, skipped }), today),
  }
}

type Body = CallContext<typeof contract.promoteClass>['body']

/** Promotes or graduates a class; no student moves twice, because the campus is locked (decisions 4.promotion). */
export async function promoteClass({ body, scope }: CallContext<typeof contract.promoteClass>) {
  if (!body.isGraduation && body.outcomes) {
    return orThrow(refuseFields({ field: 'outcomes', message: 'Only a graduation has outcomes' }))
  }
  return body.isGraduation ? graduate(scope, body) : promote(scope, body.classToPromote)
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

/** Graduates every student of a class (decisions 4.promotion.graduation) and voids vouchers of later months. */
async function graduate(scope: Scope, { classToPromote, graduationDate, outcomes }: Body) {
  const { today } = scope
  const students = await listClassMembers(scope, classToPromote)
  const day = orThrow(graduationDay(classToPromote, graduationDate ?? null, students, today))
  const counts = { moving: students.length, skipped: 0, lastPromotedOn: null }
  const promoted = orThrow(requireStudents(classToPromote, counts, today))
  const graduates = await listGraduates(scope, students, day)
  const accepted = outcomes ? orThrow(requireOutcomes(graduates, outcomes)) : []

  for (const { plan } of graduates) await voidPlannedAtRemoval(scope, plan, day, 'Graduated')
  const settledRollNos = new Set<number>()
  for (const [index, { rollNo, ...outcome }] of accepted.entries()) {
    const paidBy = orThrow(paidBackBy(outcome, today, `outcomes.${index}`))
    const { kind, reason } = outcome
    const departure = { state: 'graduated', leftOn: day, outcome: { kind, reason, paidBy } } as const
    await saveDepartureWithOutcome(scope, rollNo, departure)
    settledRollNos.add(rollNo)
  }
  const rollNos = students.map(({ rollNo }) => rollNo).filter((rollNo) => !settledRollNos.has(rollNo))
  if (rollNos.length > 0) await graduateStudents(scope, rollNos, day)
  return { msg: 'Class graduated successfully' as const, promoted, skipped: 0 }
}
