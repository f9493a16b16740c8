import type { VoucherRow } from '#contract/voucher-rows.ts'
import { firstOfMonth, monthOf } from '#domain/calendar.ts'
import type { StudentKind, VoucherReportName } from '#domain/report-columns.ts'
import { useDraft } from '#web/api/drafts.ts'
import { useStaff } from '#web/api/session.ts'
import { useGoBack } from '#web/parts/go-back.ts'
import { useVoucherFinder } from '#web/parts/voucher-table.tsx'
import { isReversed, type Filters } from './report-filters.tsx'
import { useVoucherReport, type AskedVouchers } from './use-voucher-report.ts'

/** Which vouchers a report asks for, whatever its filters. */
export interface ReportedVouchers extends Pick<AskedVouchers, 'paidStatus' | 'toDateOf'> {
  readonly name: VoucherReportName
}

const none: readonly VoucherRow[] = []

/**
 * What every report screen does: its filters stay while the tab lives and are forgotten on the way out, a change of
 * them clears the table (spec 4.voucher-report.filter-change), one report stands at a time.
 */
export function useReportScreen({ name, paidStatus, toDateOf }: ReportedVouchers) {
  const { today } = useStaff()
  const goBack = useGoBack()
  const [filters, setFilters, forget] = useDraft<Filters>(name, () => ({
    studentClass: 'all',
    section: 'all',
    fromDate: firstOfMonth(monthOf(today)),
    toDate: '',
  }))
  const { report, loading, fraction, coming, load, hide } = useVoucherReport()
  const finder = useVoucherFinder(report?.rows ?? none)
  const clear = () => {
    hide()
    finder.seek('')
  }
  return {
    filters,
    /** Whether the dates are such that nothing can be asked for. */
    wrong: isReversed(filters),
    report,
    loading,
    /** How much of the report has come, 0 to 1; null while nobody knows. */
    fraction,
    /** What is on its way, in words; empty while nobody knows. */
    coming,
    finder,
    change: (next: Filters) => {
      clear()
      setFilters(next)
    },
    /** Answers the vouchers, or nothing where the person was told why there are none. */
    generate: (kind: StudentKind) => {
      clear()
      return load({ kind, paidStatus, toDateOf, filters })
    },
    /** Calls the load off and stays. */
    cancel: clear,
    leave: () => {
      forget()
      goBack()
    },
  }
}
