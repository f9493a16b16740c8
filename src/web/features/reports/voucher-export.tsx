import { exportVouchers } from '#contract/exports.ts'
import { count } from '#domain/count.ts'
import type { VoucherReportName } from '#domain/report-columns.ts'
import { download } from '#web/api/download.ts'
import { useStaff } from '#web/api/session.ts'
import { ExportButtons, type SaveFile } from '#web/parts/export-buttons.tsx'
import type { VoucherReport } from './use-voucher-report.ts'

interface Props {
  readonly name: VoucherReportName
  readonly report: VoucherReport
}

/** A voucher report as a file, asked for exactly as the one that stands on the screen. */
export function VoucherExport({ name, report: { asked, rows } }: Props) {
  const { campus } = useStaff()
  const { kind, paidStatus, filters, toDateOf } = asked
  const save: SaveFile = (format, signal) =>
    download(exportVouchers, {
      params: { report: name, format, type: kind, campus, paidStatus },
      body: { ...filters, toDateOf },
      signal,
    })
  return <ExportButtons save={save} holds={`The whole report, ${count(rows.length, 'voucher')}`} />
}
