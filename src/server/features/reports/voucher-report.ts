import { refusals } from '#contract/refusals.ts'
import type { voucherReport as endpoint } from '#contract/reports.ts'
import type { Call } from '#server/http/mount.ts'
import { preparedList } from '#server/http/prepared-json.ts'

/** The vouchers of the campus by class, section and dates; an empty list is an answer, not a failure (spec §4). */
export async function voucherReport({ params, body, records }: Call<typeof endpoint>) {
  const vouchers = await records.voucherReports.listAsJson({
    students: params.type,
    paid: params.paidStatus,
    studentClass: body.studentClass,
    section: body.section,
    fromDate: body.fromDate ?? null,
    toDate: body.toDate ?? null,
    toDateOf: body.toDateOf,
  })
  return preparedList(
    vouchers === '[]' ? refusals['no-vouchers'].msg : 'Vouchers found',
    'vouchers',
    vouchers,
  )
}
