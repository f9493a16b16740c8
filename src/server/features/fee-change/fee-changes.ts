import type { feeChanges as endpoint } from '#contract/fee-change.ts'
import { dateAt } from '#domain/calendar.ts'
import { orThrow, refuse } from '#domain/outcome.ts'
import type { CallContext } from '#server/http/call.ts'
import { listFeeChanges, listFeeSchedule } from '#server/records/fees.ts'
import { findStudent } from '#server/records/students.ts'

/** A student's monthly fee by month, and its changes from every screen, newest first. */
export async function feeChanges({ params, scope }: CallContext<typeof endpoint>) {
  if (!(await findStudent(scope, params.rollNo))) return orThrow(refuse('student-unknown'))
  const changes = await listFeeChanges(scope, params.rollNo)
  const schedule = await listFeeSchedule(scope, params.rollNo)
  return {
    msg: 'Fee changes fetched',
    schedule,
    changes: changes.map((change) => ({
      ...change,
      feeChangeDate: change.feeChangeDate ?? dateAt(change.changedAt),
    })),
  }
}
