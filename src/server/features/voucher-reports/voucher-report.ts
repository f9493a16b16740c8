import { refusals } from '#contract/refusals.ts'
import type { voucherReport as endpoint } from '#contract/voucher-reports.ts'
import { voucherRowsType } from '#contract/voucher-rows.ts'
import type { CallContext } from '#server/http/call.ts'
import type { RowsReply } from '#server/http/rows-reply.ts'
import { streamVoucherLines, streamVoucherObjects, sumVouchers } from '#server/records/voucher-reports.ts'

/**
 * The vouchers of the campus by class, section and dates: as objects, or as rows after their totals for callers that
 * accept them; an empty list is a reply, not a refusal (spec 4.voucher-report).
 */
export async function voucherReport(
  { params, body, scope }: CallContext<typeof endpoint>,
  reply: RowsReply,
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
  // Before the rows, which take longer: the count decides the message, and the page shows the sums meanwhile.
  const totals = await sumVouchers(scope, query)
  const isEmpty = totals.count === 0
  const msg = JSON.stringify(isEmpty ? refusals['no-vouchers'].msg : 'Vouchers found')
  if (!reply.accepts(voucherRowsType)) {
    return reply.send('application/json; charset=utf-8', {
      head: `{"msg":${msg},"vouchers":[`,
      chunks: streamVoucherObjects(scope, query),
      foot: ']}',
    })
  }
  return reply.send(voucherRowsType, {
    head: `{"msg":${msg},"totals":${JSON.stringify(totals)},"rows":[\n`,
    chunks: streamVoucherLines(scope, query),
    foot: isEmpty ? ']}' : '\n]}',
  })
}
