import type { generateForCampus as endpoint } from '#contract/voucher-run.ts'
import { monthOf } from '#domain/calendar.ts'
import { requireOpenDay } from '#domain/closed-days.ts'
import { orThrow, refuse } from '#domain/outcome.ts'
import { requirePostable } from '#domain/posting.ts'
import { voucherDates } from '#domain/voucher.ts'
import type { CallContext } from '#server/http/call.ts'
import { insertMonthlyVouchers } from '#server/records/campus-run.ts'
import { writeHistory } from '#server/records/history.ts'
import { insertRun } from '#server/records/voucher-runs.ts'

/** Generates the month's vouchers for every active student who has none: all or none (decisions 3.generation). */
export async function generateForCampus({ body, scope }: CallContext<typeof endpoint>) {
  const { today } = scope
  const dates = voucherDates({ ...body, periodFrom: body.fromDate, periodTo: body.toDate }, today)
  const month = orThrow(requirePostable(monthOf(dates.periodFrom), today, 'fromDate'))
  orThrow(requireOpenDay(dates.issueDate, scope.dateRules))
  const runNo = await insertRun(scope, month, dates)
  const run = await insertMonthlyVouchers(scope, { ...dates, month, note: body.note }, runNo)
  const { generated, skipped } = run
  if (generated === 0) return orThrow(refuse('voucher-exists', {}))

  await writeHistory(scope, { what: 'vouchers generated', after: { ...month, ...dates, ...run, runNo } })
  return { msg: 'Vouchers generated successfully' as const, generated, skipped }
}
