import type { voidRun as endpoint } from '#contract/voucher-void.ts'
import { orThrow, refuse } from '#domain/outcome.ts'
import { voidRun as decideVoid, planVoidedRun } from '#domain/void.ts'
import type { CallContext } from '#server/http/call.ts'
import { writeHistory } from '#server/records/history.ts'
import { findRun, listVouchersOfRun, markRunVoided, markVoided } from '#server/records/voucher-runs.ts'

/** Voids the vouchers of a run that count: all or none. No other change of the campus runs beside it. */
export async function voidRun({ params, body, scope }: CallContext<typeof endpoint>) {
  const { runNo, year, month } = (await findRun(scope, params.runNo)) ?? orThrow(refuse('run-unknown'))
  const plan = planVoidedRun(await listVouchersOfRun(scope, runNo))
  const { expectedCount: count, expectedAmount: amount, reason } = body
  const vouchers = orThrow(decideVoid(plan, { count, amount }))

  await markVoided(
    scope,
    vouchers.map(({ voucherNo }) => voucherNo),
  )
  await markRunVoided(scope, runNo, reason)
  await writeHistory(scope, {
    what: 'vouchers voided',
    after: { runNo, year, month, count, amount, reason },
  })
  return { msg: 'Run voided' as const, count, amount }
}
