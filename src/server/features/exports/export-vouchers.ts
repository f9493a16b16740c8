import type { exportVouchers as endpoint } from '#contract/exports.ts'
import { voucherReportColumns, voucherReportTitles } from '#domain/report-columns.ts'
import type { CallContext } from '#server/http/call.ts'
import type { OpenFile } from '#server/http/file-reply.ts'
import { aboutReport, classWords, dateWords, fileName, studentWords } from './about.ts'
import { batchesOrThrow, writeReport } from './report-file.ts'
import { seenBy, sheetOf } from './sheet.ts'
import { voucherColumns, VouchersWritten } from './voucher-columns.ts'
import { fetchVouchers } from '#server/records/export-rows.ts'

/** A fee report as a file: the vouchers, columns and sums of its screen (spec 2.fee-record). */
export async function exportVouchers(call: CallContext<typeof endpoint>, open: OpenFile): Promise<void> {
  const { params, body, scope } = call
  const { report, type, format, paidStatus } = params
  const vouchers = await batchesOrThrow(
    fetchVouchers(scope, {
      students: type,
      paid: paidStatus,
      studentClass: body.studentClass,
      section: body.section,
      fromDate: body.fromDate ?? null,
      toDate: body.toDate ?? null,
      toDateOf: body.toDateOf,
    }),
    'no-vouchers',
  )
  const title = voucherReportTitles[report]
  const filters = [
    ...classWords(body.studentClass, body.section),
    ...dateWords(body, 'Issue Date', body.toDateOf === 'dueDate' ? 'Due Date' : 'Issue Date'),
    studentWords(type),
    `Vouchers: ${paidStatus}`,
  ]
  const written = new VouchersWritten()
  const sheet = sheetOf({
    title,
    about: await aboutReport(scope, filters),
    columns: voucherReportColumns(report, type).map((key) => voucherColumns[key]),
    parts: seenBy((part) => written.add(part), vouchers),
    foot: () => written.foot(report),
  })
  await writeReport(open, format, { name: fileName(title, scope, body), sheets: [sheet] })
}
