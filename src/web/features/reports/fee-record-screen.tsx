import { VoucherReportScreen, type VoucherReportOnScreen } from './voucher-report-screen.tsx'

const feeRecord: VoucherReportOnScreen = {
  name: 'fee-record',
  lead: 'Lists the vouchers of the chosen class and dates with what was charged, received and is still to come.',
  paidStatus: 'all',
  toDateOf: 'dueDate',
}

/** Every voucher of a campus with what came in on it (spec 2.fee-record). */
export const FeeRecordScreen = () => <VoucherReportScreen of={feeRecord} />
