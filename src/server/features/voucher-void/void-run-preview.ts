import type { voidRunPreview as endpoint } from '#contract/voucher-void.ts'
import { formatMonth } from '#domain/calendar.ts'
import { orThrow, refuse } from '#domain/outcome.ts'
import { planVoidedRun } from '#domain/void.ts'
import type { CallContext } from '#server/http/call.ts'
import { findRun, listVouchersOfRun, type RunVoucher } from '#server/records/voucher-runs.ts'

const inBrief = ({ voucherNo, rollNo, studentName }: RunVoucher) => ({ voucherNo, rollNo, studentName })

/** What voiding a run would do; nothing is written. */
export async function voidRunPreview({ params, scope }: CallContext<typeof endpoint>) {
  const run = (await findRun(scope, params.runNo)) ?? orThrow(refuse('run-unknown'))
  const plan = planVoidedRun(await listVouchersOfRun(scope, run.runNo))
  return {
    msg: `Run ${run.runNo} of ${formatMonth(run)}`,
    run,
    count: plan.valid.length,
    amount: plan.amount,
    posted: plan.valid.filter(({ posted }) => posted).length,
    kept: plan.kept.map(({ voucher, reason }) => ({ ...inBrief(voucher), reason })),
    replaced: plan.replaced.map((voucher) => ({
      ...inBrief(voucher),
      replacedBy: voucher.replacedBy ?? '',
    })),
  }
}
