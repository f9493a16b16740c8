import type { redateRun as endpoint } from '#contract/voucher-void.ts'
import { orThrow, refuse } from '#domain/outcome.ts'
import { redateRun as decideDueDate } from '#domain/void.ts'
import type { CallContext } from '#server/http/call.ts'
import { writeHistory } from '#server/records/history.ts'
import { findRun, saveDueDate } from '#server/records/voucher-runs.ts'

/** Gives the unpaid vouchers of a run another due date. */
export async function redateRun({ params, body, scope }: CallContext<typeof endpoint>) {
  const run = (await findRun(scope, params.runNo)) ?? orThrow(refuse('run-unknown'))
  const { reason } = body
  const dueDate = orThrow(decideDueDate(run, body.dueDate))
  const { runNo, year, month, unpaid: count, unpaidPosted: posted } = run

  const dueDates = await saveDueDate(scope, runNo, dueDate)
  await writeHistory(scope, {
    what: 'due date changed',
    before: { dueDate: run.dueDate, dueDates },
    after: { dueDate, runNo, year, month, count, posted, reason },
  })
  return { msg: 'Due date changed' as const, count, posted }
}
