import type * as contract from '#contract/voucher-void.ts'
import { formatMonth } from '#domain/calendar.ts'
import { orThrow, refuse } from '#domain/outcome.ts'
import { requireExpectedBalance } from '#domain/payment.ts'
import { redateRun as decideDueDate, voidRun as decideVoid, planVoidedRun } from '#domain/void.ts'
import { netBalance } from '#domain/voucher-amounts.ts'
import type { CallContext } from '#server/http/call.ts'
import { writeHistory } from '#server/records/history.ts'
import {
  findRun,
  findVoidCandidate,
  listRuns,
  listVouchersOfRun,
  markRunVoided,
  markVoided,
  saveDueDate,
  type RunVoucher,
} from '#server/records/vouchers/voucher-runs.ts'
import { lockVoucher } from '#server/records/vouchers/vouchers.ts'
import { voidOne } from '#server/services/void-vouchers.ts'

const runsOfPage = 50

/** Returns a page of runs, newest first. */
export async function voucherRuns({ query, scope }: CallContext<typeof contract.voucherRuns>) {
  const runs = await listRuns(scope, runsOfPage + 1, query.before)
  return {
    msg: 'Voucher runs fetched',
    runs: runs.slice(0, runsOfPage),
    more: runs.length > runsOfPage,
  }
}

const summaryOf = ({ voucherNo, rollNo, studentName }: RunVoucher) => ({ voucherNo, rollNo, studentName })

export async function voidRunPreview({ params, scope }: CallContext<typeof contract.voidRunPreview>) {
  const run = (await findRun(scope, params.runNo)) ?? orThrow(refuse('run-unknown'))
  const plan = planVoidedRun(await listVouchersOfRun(scope, run.runNo))
  return {
    msg: `Run ${run.runNo} of ${formatMonth(run)}`,
    run,
    count: plan.valid.length,
    amount: plan.amount,
    posted: plan.valid.filter(({ posted }) => posted).length,
    kept: plan.kept.map(({ voucher, reason }) => ({ ...summaryOf(voucher), reason })),
    replaced: plan.replaced.map((voucher) => ({
      ...summaryOf(voucher),
      replacedBy: voucher.replacedBy ?? '',
    })),
  }
}

/** Voids all valid vouchers of a run, or none. No other change of the campus runs at the same time. */
export async function voidRun({ params, body, scope }: CallContext<typeof contract.voidRun>) {
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

export async function voidVoucher({ params, body, scope }: CallContext<typeof contract.voidVoucher>) {
  const locked = await lockVoucher(scope, params.voucherNo)
  if (!locked) return orThrow(refuse('no-vouchers'))
  orThrow(requireExpectedBalance(netBalance(locked), body.expectedBalance))
  const voucher = (await findVoidCandidate(scope, locked.voucherNo)) ?? orThrow(refuse('no-vouchers'))
  const balance = await voidOne(scope, voucher, body.reason)
  return { msg: 'Voucher voided' as const, balance }
}

/** Sets another due date for the unpaid vouchers of a run. */
export async function redateRun({ params, body, scope }: CallContext<typeof contract.redateRun>) {
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
