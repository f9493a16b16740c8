import { voucherReport, type paidStatuses } from '#contract/reports.ts'
import type { StudentKind } from '#domain/report-columns.ts'
import { call } from '#web/api/call.ts'
import { voucherRow, type VoucherRow } from '#web/parts/voucher-row.ts'
import type { Filters } from './report-filters.tsx'
import { useReport, type Report, type Reported } from './use-report.ts'

/** What a report was asked for. */
export interface AskedVouchers {
  readonly kind: StudentKind
  readonly paidStatus: (typeof paidStatuses)[number]
  readonly filters: Filters
  /** Which date of the voucher the To Date bounds (decisions §3). */
  readonly toDateOf: 'issueDate' | 'dueDate'
}

export type VoucherReport = Report<AskedVouchers, VoucherRow>

const vouchers: Reported<AskedVouchers, VoucherRow> = {
  noneFound: 'No vouchers found',
  noneCode: 'no-vouchers',
  failed: 'Failed to get vouchers',
  async fetchRows(campus, { kind, paidStatus, filters, toDateOf }, watch) {
    const answer = await call(voucherReport, {
      params: { type: kind, campus, paidStatus },
      body: { ...filters, toDateOf },
      ...watch,
    })
    return answer.vouchers.map(voucherRow)
  },
}

/** The vouchers of one report at a time (spec §4 Voucher report, §8 Fee reports). */
export const useVoucherReport = () => useReport(vouchers)
