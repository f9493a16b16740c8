import { VoucherReportScreen, type VoucherReportOnScreen } from './voucher-report-screen.tsx'

const feeReceivables: VoucherReportOnScreen = {
  name: 'fee-vouchers',
  lead: 'Lists what was charged in the chosen class and dates, whether it has been paid or not, with the arrears that each voucher took over.',
  paidStatus: 'all',
  toDateOf: 'issueDate',
}

/** What was charged, voucher by voucher; the totals are the sums of their columns (spec 2.routes.fee-vouchers, spec 5.amounts.receivables). */
export const FeeReceivablesScreen = () => <VoucherReportScreen of={feeReceivables} />
