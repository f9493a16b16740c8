import { refusals } from '#contract/refusals.ts'
import type { receiptReport as endpoint } from '#contract/reports.ts'
import type { Call } from '#server/http/mount.ts'
import type { RowsAnswer } from '#server/http/mount-rows.ts'
import { listText } from './list-text.ts'

/** What came in by class and section of the voucher and by day; an empty list is an answer, not a failure (spec 2.routes.fee-received, spec 4.voucher-report). */
export async function receiptReport(
  { params, body, records }: Call<typeof endpoint>,
  answer: RowsAnswer,
): Promise<void> {
  const receipts = records.receiptReports.objects({
    students: params.type,
    studentClass: body.studentClass,
    section: body.section,
    fromDate: body.fromDate ?? null,
    toDate: body.toDate ?? null,
  })
  const words = { found: 'Receipts found', noneFound: refusals['no-receipts'].msg }
  await answer.send('application/json; charset=utf-8', await listText('receipts', words, receipts))
}
