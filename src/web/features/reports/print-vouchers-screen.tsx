import type { VoucherRow } from '#contract/voucher-rows.ts'
import { count } from '#domain/count.ts'
import { voucherReportColumns, voucherReportTitles, voucherReportTotals } from '#domain/report-columns.ts'
import { useStaff } from '#web/api/session.ts'
import { VoucherTable } from '#web/parts/voucher-table.tsx'
import { LoadingProgress } from '#web/ui/loading-progress.tsx'
import { PrintPage } from '#web/ui/print-page.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { Button } from '@mantine/core'
import { useCallback, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { filterWords } from './filter-words.ts'
import { PrintedVoucher } from './printed-voucher.tsx'
import { dateWords, ReportFilters } from './report-filters.tsx'
import { useReportScreen, type ReportedVouchers } from './use-report-screen.ts'
import { VoucherExport } from './voucher-export.tsx'

const unpaid: ReportedVouchers = { name: 'print-vouchers', paidStatus: 'unpaid', toDateOf: 'dueDate' }
const title = voucherReportTitles[unpaid.name]
const columns = voucherReportColumns(unpaid.name, 'admitted')

const lead =
  'Prints the unpaid vouchers that are listed: one page each, with a copy for the parent, the school and the bank.'

/** The unpaid vouchers of students at school, in a list and on paper in three copies (spec 2.print). */
export function PrintVouchersScreen() {
  const { campus } = useStaff()
  const { filters, wrong, report, loading, fraction, coming, finder, change, generate, cancel, leave } =
    useReportScreen(unpaid)
  const print = usePrintView()
  const show = () => generate('admitted')
  const printListed = async () => {
    const listed = report ? finder.found : await show()
    if (listed) print.open(listed)
  }
  const nothingFound = report !== null && finder.found.length === 0
  return (
    <Screen title={title} campus={campus} lead={lead} wide onLeave={leave}>
      <ReportFilters
        value={filters}
        onChange={change}
        fromDateOf={dateWords.issueDate}
        toDateOf={dateWords[unpaid.toDateOf]}
        onSubmit={() => void show()}
      >
        <Button type="submit" variant="default" disabled={wrong}>
          Show Data
        </Button>
        <Button
          ref={print.button}
          disabled={wrong || loading || nothingFound}
          onClick={() => void printListed()}
        >
          Print Vouchers
        </Button>
        <Button variant="default" onClick={leave}>
          Cancel
        </Button>
      </ReportFilters>
      {loading && (
        <LoadingProgress label="Getting the vouchers" fraction={fraction} coming={coming} onCancel={cancel} />
      )}
      {report && (
        <VoucherTable
          heading={`Fee vouchers for ${report.asked.kind} students`}
          title={title}
          about={filterWords(report.asked)}
          finder={finder}
          columns={columns}
          totalsShown={voucherReportTotals[unpaid.name]}
          actions={<VoucherExport name={unpaid.name} report={report} />}
          printLabel="Print list"
        />
      )}
      {print.vouchers && <PrintView vouchers={print.vouchers} onDone={print.close} />}
    </Screen>
  )
}

/** What is being printed, if anything; the cursor goes back to the button afterwards. */
function usePrintView() {
  const button = useRef<HTMLButtonElement>(null)
  const [vouchers, open] = useState<readonly VoucherRow[] | null>(null)
  const close = () => {
    // The page beneath must stand again before it can take the focus.
    flushSync(() => open(null))
    button.current?.focus()
  }
  return { button, vouchers, open, close }
}

interface PrintViewProps {
  readonly vouchers: readonly VoucherRow[]
  readonly onDone: () => void
}

const numberOf = ({ voucherNo }: VoucherRow): string => voucherNo

function PrintView({ vouchers, onDone }: PrintViewProps) {
  const { school, campus } = useStaff()
  const drawPage = useCallback(
    (voucher: VoucherRow) => <PrintedVoucher voucher={voucher} by={{ ...school, campus }} />,
    [school, campus],
  )
  return (
    <PrintPage
      label={count(vouchers.length, 'voucher')}
      items={vouchers}
      keyOf={numberOf}
      drawPage={drawPage}
      onDone={onDone}
    />
  )
}
