import type { promotionPreview as endpoint } from '#contract/promotion.ts'
import { less, nothing } from '#domain/money.ts'
import { orThrow } from '#domain/outcome.ts'
import { promotionTarget, splitForPromotion, wasClassPromoted } from '#domain/promotion.ts'
import { mayGraduate, owedBy } from '#domain/removal.ts'
import type { CallContext } from '#server/http/call.ts'
import { listClassMembers } from '#server/records/promotion.ts'
import { countClass } from '#server/services/count-class.ts'
import { listGraduates } from '#server/services/list-graduates.ts'
import { voidedReply } from '#server/services/void-at-removal.ts'

/** Which students of a class would be promoted, or graduate from class 10, and which would be skipped. */
export async function promotionPreview({ params, query, scope }: CallContext<typeof endpoint>) {
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
        balances: graduates.flatMap(({ plan: { left, posted }, ...graduate }) =>
          left && graduate.balance !== nothing
            ? [
                {
                  ...graduate,
                  notPosted: less(graduate.balance, owedBy(posted)),
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
