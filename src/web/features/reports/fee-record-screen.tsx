import type { StudentKind } from '#domain/report-columns.ts'
import { feeRecordTotals } from '#domain/voucher-amounts.ts'
import { useStaff } from '#web/api/session.ts'
import type { VoucherColumnKey } from '#web/parts/voucher-columns.ts'
import { VoucherTable } from '#web/parts/voucher-table.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { Loading } from '#web/ui/states.tsx'
import { Button } from '@mantine/core'
import { ReportFilters } from './report-filters.tsx'
import { useReportScreen } from './use-report-screen.ts'

const beforeLeft: readonly VoucherColumnKey[] = [
  'voucherNo',
  'issueDate',
  'monthlyFee',
  'examinationFee',
  'registrationFee',
  'admissionFee',
  'fine',
  'discount',
  'rollNo',
  'studentName',
]
const afterLeft: readonly VoucherColumnKey[] = [
  'arrears',
  'thisMonth',
  'netReceivable',
  'received',
  'netBalance',
]
const columns = [...beforeLeft, ...afterLeft]
const columnsOfAll: readonly VoucherColumnKey[] = [...beforeLeft, 'left', ...afterLeft]

const lead =
  'Lists the vouchers of the chosen class and dates with what was charged, received and is still to come.'

/** Every voucher of a campus with what came in on it (spec §2 Fee record). */
export function FeeRecordScreen() {
  const { campus } = useStaff()
  const { filters, wrong, report, loading, finder, change, generate, leave } = useReportScreen('fee record')
  const generateFor = (kind: StudentKind) => () =>
    void generate({ kind, paidStatus: 'all', toDateOf: 'dueDate' })
  return (
    <Screen title="Fee record" campus={campus} lead={lead} wide onLeave={leave}>
      <ReportFilters
        value={filters}
        onChange={change}
        fromDateOf="Issue Date"
        toDateOf="Due Date"
        onSubmit={generateFor('admitted')}
      >
        <Button type="submit" disabled={wrong}>
          Generate Report for Regular
        </Button>
        <Button variant="default" disabled={wrong} onClick={generateFor('removed')}>
          Generate Report for students left
        </Button>
        <Button variant="default" disabled={wrong} onClick={generateFor('all')}>
          Generate Report for both
        </Button>
        <Button variant="default" onClick={leave}>
          Cancel
        </Button>
      </ReportFilters>
      {loading && <Loading label="Getting the vouchers" />}
      {report && (
        <VoucherTable
          heading={`Fee vouchers for ${report.kind} students`}
          finder={finder}
          columns={report.kind === 'all' ? columnsOfAll : columns}
          totalsShown={feeRecordTotals}
        />
      )}
    </Screen>
  )
}
