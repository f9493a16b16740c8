import { VoucherReportScreen, type VoucherReportOnScreen } from './voucher-report-screen.tsx'

const netReceivables: VoucherReportOnScreen = {
  name: 'net-receivables',
  lead: 'Lists what is still to come on the unpaid vouchers of the chosen class and dates; a debt carried on stands once, on the later voucher.',
  paidStatus: 'unpaid',
  toDateOf: 'issueDate',
  green: 'netBalance',
}

/** What is still to come, voucher by voucher (spec 2.net-receivables). */
export const NetReceivablesScreen = () => <VoucherReportScreen of={netReceivables} />
