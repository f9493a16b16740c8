import { receiptReport } from '#contract/receipt-report.ts'
import type { StudentKind } from '#domain/report-columns.ts'
import { call } from '#web/api/call.ts'
import { receiptRow, type ReceiptRow } from './receipt-row.ts'
import type { Filters } from './report-filters.tsx'
import { useReport, type Report, type Reported } from './use-report.ts'

export interface AskedReceipts {
  readonly kind: StudentKind
  readonly filters: Filters
}

export type ReceiptReport = Report<AskedReceipts, ReceiptRow>

const receipts: Reported<AskedReceipts, ReceiptRow> = {
  noneFound: 'No receipts found',
  noneCode: 'no-receipts',
  failed: 'Failed to get receipts',
  async fetchRows(campus, { kind, filters }, watch) {
    const answer = await call(receiptReport, { params: { type: kind, campus }, body: filters, ...watch })
    return answer.receipts.map(receiptRow)
  },
}

/** The receipts of one report at a time. */
export const useReceiptReport = () => useReport(receipts)
