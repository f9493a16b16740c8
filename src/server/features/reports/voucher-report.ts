import { refusals } from '#contract/refusals.ts'
import type { voucherReport as endpoint } from '#contract/reports.ts'
import { voucherRowsType } from '#contract/voucher-rows.ts'
import type { Call } from '#server/http/mount.ts'
import type { RowsAnswer } from '#server/http/mount-rows.ts'

const found = 'Vouchers found'
const noneFound = refusals['no-vouchers'].msg

/**
 * The vouchers of the campus by class, section and dates, as objects or, to who asks for them, as rows behind their
 * totals; an empty list is an answer, not a failure (spec 4.voucher-report).
 */
export async function voucherReport(
  { params, body, records: { voucherReports } }: Call<typeof endpoint>,
  answer: RowsAnswer,
): Promise<void> {
  const query = {
    students: params.type,
    paid: params.paidStatus,
    studentClass: body.studentClass,
    section: body.section,
    fromDate: body.fromDate ?? null,
    toDate: body.toDate ?? null,
    toDateOf: body.toDateOf,
  }
  // Before the rows, which take longer: whether there are any decides the message, and the page shows the sums meanwhile.
  const totals = await voucherReports.totals(query)
  const isEmpty = totals.count === 0
  const msg = JSON.stringify(isEmpty ? noneFound : found)
  if (!answer.asksFor(voucherRowsType)) {
    return answer.send('application/json; charset=utf-8', {
      head: `{"msg":${msg},"vouchers":[`,
      parts: voucherReports.objects(query),
      foot: ']}',
    })
  }
  return answer.send(voucherRowsType, {
    head: `{"msg":${msg},"totals":${JSON.stringify(totals)},"rows":[\n`,
    parts: voucherReports.lines(query),
    foot: isEmpty ? ']}' : '\n]}',
  })
}
