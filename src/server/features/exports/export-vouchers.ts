import type { exportVouchers as endpoint } from '#contract/exports.ts'
import { voucherReportColumns, voucherReportTitles } from '#domain/report-columns.ts'
import type { Call } from '#server/http/mount.ts'
import type { OpenFile } from '#server/http/mount-file.ts'
import { aboutReport, classWords, dateWords, fileName, studentWords } from './about.ts'
import { partsOrRefuse, writeReport } from './report-file.ts'
import { seenBy, sheetOf } from './sheet.ts'
import { voucherColumns, VouchersWritten } from './voucher-columns.ts'

/** A fee report as a file: the vouchers, columns and sums of its screen (spec 2.fee-record). */
export async function exportVouchers(call: Call<typeof endpoint>, open: OpenFile): Promise<void> {
  const { params, body, records } = call
  const { report, type, format, paidStatus } = params
  const vouchers = await partsOrRefuse(
    records.exports.vouchers({
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
    about: await aboutReport(call, filters),
    columns: voucherReportColumns(report, type).map((key) => voucherColumns[key]),
    parts: seenBy((part) => written.add(part), vouchers),
    foot: () => written.foot(report),
  })
  await writeReport(open, format, { name: fileName(title, call, body), sheets: [sheet] })
}
