import { refusals } from '#contract/refusals.ts'
import type { receiptReport as endpoint } from '#contract/reports.ts'
import type { Call } from '#server/http/mount.ts'
import { preparedList } from '#server/http/prepared-json.ts'

/** What came in by class and section of the voucher and by day; an empty list is an answer, not a failure (spec §2 Fee received, §4). */
export async function receiptReport({ params, body, records }: Call<typeof endpoint>) {
  const receipts = await records.receiptReports.listAsJson({
    students: params.type,
    studentClass: body.studentClass,
    section: body.section,
    fromDate: body.fromDate ?? null,
    toDate: body.toDate ?? null,
  })
  return preparedList(
    receipts === '[]' ? refusals['no-receipts'].msg : 'Receipts found',
    'receipts',
    receipts,
  )
}
