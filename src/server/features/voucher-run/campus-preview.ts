import type { campusPreview as endpoint } from '#contract/voucher-run.ts'
import { formatMonth, monthOf } from '#domain/calendar.ts'
import { sum } from '#domain/money.ts'
import { orThrow } from '#domain/outcome.ts'
import { requirePostable } from '#domain/posting.ts'
import type { CallContext } from '#server/http/call.ts'
import { listSkippedStudents, sumCampusRun } from '#server/records/campus-run.ts'

/** What a campus run for the month of a date would generate. */
export async function campusPreview({ params, scope }: CallContext<typeof endpoint>) {
  const month = orThrow(requirePostable(monthOf(params.fromDate), scope.today, 'fromDate'))
  const { students, thisMonth, arrears } = await sumCampusRun(scope, month)
  return {
    msg: `Vouchers to be generated for ${formatMonth(month)}`,
    ...month,
    students,
    thisMonth,
    arrears,
    netReceivable: sum(thisMonth, arrears),
    skipped: await listSkippedStudents(scope, month),
  }
}
