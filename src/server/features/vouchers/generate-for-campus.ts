import type { campusPreview as previewEndpoint, generateForCampus as endpoint } from '#contract/vouchers.ts'
import { formatMonth, monthOf } from '#domain/calendar.ts'
import { inRupees, sum } from '#domain/money.ts'
import { orThrow, refuse } from '#domain/outcome.ts'
import { requirePostable } from '#domain/posting.ts'
import { voucherDates } from '#domain/voucher.ts'
import type { Call } from '#server/http/mount.ts'

/** Writes the month's vouchers for every active student who has none, all or none (decisions 3.generation). */
export async function generateForCampus({ body, records, today }: Call<typeof endpoint>) {
  const dates = voucherDates({ ...body, periodFrom: body.fromDate, periodTo: body.toDate }, today)
  const month = orThrow(requirePostable(monthOf(dates.periodFrom), today, 'fromDate'))
  const done = await records.campusRun.generate({ ...dates, month, note: body.note })
  const { generated, skipped } = done
  if (generated === 0) return orThrow(refuse('voucher-exists'))

  await records.changes.add({ what: 'vouchers generated', after: { ...month, ...dates, ...done } })
  return { msg: 'Vouchers generated successfully' as const, generated, skipped }
}

/** What a run for the month of a date would do, before anything is written. */
export async function previewForCampus({ params, records, today }: Call<typeof previewEndpoint>) {
  const month = orThrow(requirePostable(monthOf(params.fromDate), today, 'fromDate'))
  const { students, thisMonth, arrears } = await records.campusRun.sums(month)
  return {
    msg: `Vouchers to be generated for ${formatMonth(month)}`,
    ...month,
    students,
    thisMonth: inRupees(thisMonth),
    arrears: inRupees(arrears),
    netReceivable: inRupees(sum(thisMonth, arrears)),
    skipped: await records.campusRun.listSkipped(month),
  }
}
