import type { campusPreview as endpoint } from '#contract/voucher-run.ts'
import { formatMonth, monthOf } from '#domain/calendar.ts'
import { sum } from '#domain/money.ts'
import { orThrow } from '#domain/outcome.ts'
import { requirePostable } from '#domain/posting.ts'
import type { CallContext } from '#server/http/call.ts'
import { listSkippedStudents, sumCampusRunByClass } from '#server/records/campus-run.ts'

/** What a campus run for the month of a date would generate. */
export async function campusPreview({ params, scope }: CallContext<typeof endpoint>) {
  const month = orThrow(requirePostable(monthOf(params.fromDate), scope.today, 'fromDate'))
  const classes = await sumCampusRunByClass(scope, month)
  const thisMonth = sum(...classes.map((of) => of.thisMonth))
  const arrears = sum(...classes.map((of) => of.arrears))
  return {
    msg: `Vouchers to be generated for ${formatMonth(month)}`,
    ...month,
    students: classes.reduce((all, { students }) => all + students, 0),
    thisMonth,
    arrears,
    netReceivable: sum(thisMonth, arrears),
    byClass: classes.map((of) => ({ ...of, netReceivable: sum(of.thisMonth, of.arrears) })),
    skipped: await listSkippedStudents(scope, month),
  }
}
