import {
  voucherReportColumns,
  voucherReportTitles,
  voucherReportTotals,
  type StudentKind,
  type VoucherColumnKey,
} from '#domain/report-columns.ts'
import { useStaff } from '#web/api/session.ts'
import { VoucherTable } from '#web/parts/voucher-table.tsx'
import { LoadingProgress } from '#web/ui/loading-progress.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { useMemo } from 'react'
import { filterWords } from './filter-words.ts'
import { ReportButtons } from './report-buttons.tsx'
import { dateWords, ReportFilters } from './report-filters.tsx'
import { useReportScreen, type ReportedVouchers } from './use-report-screen.ts'
import type { VoucherReport } from './use-voucher-report.ts'
import { VoucherExport } from './voucher-export.tsx'

/** What tells one voucher report from another. */
export interface VoucherReportOnScreen extends ReportedVouchers {
  /** One line that says what will be listed. */
  readonly lead: string
  readonly green?: VoucherColumnKey
}

interface Props {
  readonly of: VoucherReportOnScreen
}

/** The filters, the three buttons and the table that the fee reports share (spec 2.fee-record). */
export function VoucherReportScreen({ of }: Props) {
  const { campus } = useStaff()
  const { filters, wrong, report, loading, fraction, coming, finder, change, generate, cancel, leave } =
    useReportScreen(of)
  const generateFor = (kind: StudentKind) => void generate(kind)
  return (
    <Screen title={voucherReportTitles[of.name]} campus={campus} lead={of.lead} wide onLeave={leave}>
      <ReportFilters
        value={filters}
        onChange={change}
        fromDateOf={dateWords.issueDate}
        toDateOf={dateWords[of.toDateOf]}
        onSubmit={() => generateFor('admitted')}
      >
        <ReportButtons wrong={wrong} onGenerate={generateFor} onCancel={leave} />
      </ReportFilters>
      {loading && (
        <LoadingProgress label="Getting the vouchers" fraction={fraction} coming={coming} onCancel={cancel} />
      )}
      {report && <Found of={of} report={report} finder={finder} />}
    </Screen>
  )
}

interface FoundProps extends Props, Pick<ReturnType<typeof useReportScreen>, 'finder'> {
  readonly report: VoucherReport
}

function Found({ of, report, finder }: FoundProps) {
  const { asked } = report
  const columns = useMemo(() => voucherReportColumns(of.name, asked.kind), [of, asked])
  return (
    <VoucherTable
      heading={`Fee vouchers for ${asked.kind} students`}
      title={voucherReportTitles[of.name]}
      about={filterWords(asked)}
      finder={finder}
      columns={columns}
      totalsShown={voucherReportTotals[of.name]}
      actions={<VoucherExport name={of.name} report={report} />}
      {...(of.green && { green: of.green })}
    />
  )
}
