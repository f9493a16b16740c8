import type { feeChanges as endpoint } from '#contract/fee-change.ts'
import { dateAt } from '#domain/calendar.ts'
import type { MonthlyFee } from '#domain/fee.ts'
import { inRupees } from '#domain/money.ts'
import { orThrow, refuse } from '#domain/outcome.ts'
import type { CallContext } from '#server/http/call.ts'
import { listFeeChanges, listFeeSchedule } from '#server/records/fees.ts'
import { findStudent } from '#server/records/students.ts'
import { datedFeeOnWire } from '#server/services/student-on-wire.ts'

const onWire = ({ monthlyFee, discount }: MonthlyFee) => ({
  monthlyFee: inRupees(monthlyFee),
  discount: inRupees(discount),
})

/** A student's monthly fee by month, and its changes from every screen, newest first. */
export async function feeChanges({ params, scope }: CallContext<typeof endpoint>) {
  if (!(await findStudent(scope, params.rollNo))) return orThrow(refuse('student-unknown'))
  const changes = await listFeeChanges(scope, params.rollNo)
  const schedule = await listFeeSchedule(scope, params.rollNo)
  return {
    msg: 'Fee changes fetched',
    schedule: schedule.map(datedFeeOnWire),
    changes: changes.map(({ feeChangeDate, changedAt, changedBy, changedByName, from, to }) => ({
      feeChangeDate: feeChangeDate ?? dateAt(changedAt),
      changedAt: changedAt.toISOString(),
      changedBy,
      changedByName,
      from: onWire(from),
      to: onWire(to),
    })),
  }
}
