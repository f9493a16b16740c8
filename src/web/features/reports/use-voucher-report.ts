import type { VoucherRow } from '#contract/voucher-rows.ts'
import type { paidStatuses } from '#contract/voucher.ts'
import { count } from '#domain/count.ts'
import { formatRupees } from '#domain/money.ts'
import type { StudentKind } from '#domain/report-columns.ts'
import type { Totals } from '#domain/voucher-amounts.ts'
import { voucherRows } from '#web/api/voucher-rows.ts'
import type { Filters } from './report-filters.tsx'
import { useReport, type Report, type Reported } from './use-report.ts'

/** What a report was asked for. */
export interface AskedVouchers {
  readonly kind: StudentKind
  readonly paidStatus: (typeof paidStatuses)[number]
  readonly filters: Filters
  /** Which date of the voucher the To Date bounds (decisions 3.reports). */
  readonly toDateOf: 'issueDate' | 'dueDate'
}

export type VoucherReport = Report<AskedVouchers, VoucherRow>

const vouchers: Reported<AskedVouchers, VoucherRow> = {
  noneFound: 'No vouchers found',
  noneCode: 'no-vouchers',
  failed: 'Failed to get vouchers',
  async fetchRows(campus, { kind, paidStatus, filters, toDateOf }, { onComing, ...watch }) {
    const asked = { params: { type: kind, campus, paidStatus }, body: { ...filters, toDateOf } }
    const onTotals = (totals: Totals) => onComing(wordsOf(totals))
    return (await voucherRows({ ...asked, ...watch, onTotals })).rows
  },
}

const wordsOf = ({ count: vouchersFound, netBalance }: Totals): string =>
  `${count(vouchersFound, 'voucher')}, net balance Rs ${formatRupees(netBalance)}`

/** The vouchers of one report at a time (spec 4.voucher-report, spec 8.fee-reports). */
export const useVoucherReport = () => useReport(vouchers)
