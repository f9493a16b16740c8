import { exportReceipts } from '#contract/exports.ts'
import { firstOfMonth, monthOf } from '#domain/calendar.ts'
import { receivedTotals } from '#domain/received.ts'
import { receiptReportTitle, type StudentKind } from '#domain/report-columns.ts'
import { download } from '#web/api/download.ts'
import { useDraft } from '#web/api/drafts.ts'
import { useStaff } from '#web/api/session.ts'
import { ExportButtons, type SaveFile } from '#web/parts/export-buttons.tsx'
import { useGoBack } from '#web/parts/go-back.ts'
import { LoadingProgress } from '#web/ui/loading-progress.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { receiptFilterWords } from './filter-words.ts'
import { receiptsCounted } from './receipt-columns.ts'
import { ReceivedTable } from './received-table.tsx'
import { ReportButtons } from './report-buttons.tsx'
import { isReversed, ReportFilters, type Filters } from './report-filters.tsx'
import { useReceiptReport, type ReceiptReport } from './use-receipt-report.ts'

const lead =
  'Lists what came in between two dates, receipt by receipt, with its totals by day and by receiver.'

/** `/fee-received` (spec 2.routes.fee-received): what came in, by receipt, date and receiver. */
export function FeeReceivedScreen() {
  const { campus, today } = useStaff()
  const goBack = useGoBack()
  const [filters, setFilters, forget] = useDraft<Filters>('fee received', () => ({
    studentClass: 'all',
    section: 'all',
    fromDate: firstOfMonth(monthOf(today)),
    toDate: today,
  }))
  const { report, loading, fraction, load, hide } = useReceiptReport()
  const wrong = isReversed(filters)
  const generate = (kind: StudentKind) => void load({ kind, filters })
  const leave = () => {
    forget()
    goBack()
  }
  return (
    <Screen title={receiptReportTitle} campus={campus} lead={lead} wide onLeave={leave}>
      <ReportFilters
        value={filters}
        onChange={(next) => {
          hide()
          setFilters(next)
        }}
        fromDateOf="Received Date"
        toDateOf="Received Date"
        onSubmit={() => generate('admitted')}
      >
        <ReportButtons wrong={wrong} onGenerate={generate} onCancel={leave} />
      </ReportFilters>
      {loading && <LoadingProgress label="Getting the receipts" fraction={fraction} onCancel={hide} />}
      {report && <Received report={report} />}
    </Screen>
  )
}

function Received({ report: { asked, rows } }: { readonly report: ReceiptReport }) {
  const { campus } = useStaff()
  const { kind, filters } = asked
  const save: SaveFile = (format, signal) =>
    download(exportReceipts, { params: { format, type: kind, campus }, body: filters, signal })
  const holds = `The whole report, ${receiptsCounted(receivedTotals(rows))}`
  return (
    <ReceivedTable
      heading={`${receiptReportTitle} from ${kind} students`}
      about={receiptFilterWords(asked)}
      rows={rows}
      actions={<ExportButtons save={save} holds={holds} />}
    />
  )
}
