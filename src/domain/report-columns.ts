// The columns of the fee reports: one list for the screen, the paper, Excel and CSV (spec 2.fee-record.columns).

import { byHead, headsIn, labelIn } from './fee-heads.ts'
import { feeRecordTotals, netReceivablesTotals, type Totals } from './voucher-amounts.ts'

/** The fee reports that list vouchers, by the name that their calls use. */
export const voucherReports = ['fee-record', 'net-receivables', 'fee-vouchers', 'print-vouchers'] as const
export type VoucherReportName = (typeof voucherReports)[number]

/** Which students a report covers: active, left or graduated, or both (decisions 4.states.in-reports). */
export const studentKinds = ['admitted', 'removed', 'all'] as const
export type StudentKind = (typeof studentKinds)[number]

/** The headings are the specification's, spelling included (spec 2.fee-record.columns). */
export const voucherHeadings = {
  voucherNo: 'Voucher #',
  issueDate: 'Issue Date',
  ...byHead(headsIn('report'), (head) => labelIn('report', head)),
  rollNo: 'Roll No.',
  studentName: 'Student Name',
  left: 'Left Student',
  arrears: 'Arrears',
  thisMonth: 'This Month receivables',
  netReceivable: 'Net receivables',
  received: 'Received',
  netBalance: 'Net Balance',
} as const
export type VoucherColumnKey = keyof typeof voucherHeadings

const chargesAndStudent: readonly VoucherColumnKey[] = [
  'voucherNo',
  'issueDate',
  ...headsIn('report').map(({ key }) => key),
  'rollNo',
  'studentName',
]
const receivables: readonly VoucherColumnKey[] = ['arrears', 'thisMonth', 'netReceivable']
const receipts: readonly VoucherColumnKey[] = ['received', 'netBalance']

const hasReceipts: Readonly<Record<VoucherReportName, boolean>> = {
  'fee-record': true,
  'net-receivables': true,
  'fee-vouchers': false,
  'print-vouchers': false,
}

/** A report's columns in order; `Left Student` only where both kinds of students are listed. */
export const voucherReportColumns = (
  report: VoucherReportName,
  kind: StudentKind,
): readonly VoucherColumnKey[] => [
  ...chargesAndStudent,
  ...(kind === 'all' ? (['left'] as const) : []),
  ...receivables,
  ...(hasReceipts[report] ? receipts : []),
]

/** A report's title on the screen, on paper and in a file (spec 2.fee-record). */
export const voucherReportTitles: Readonly<Record<VoucherReportName, string>> = {
  'fee-record': 'Fee record',
  'net-receivables': 'Net Receivables',
  'fee-vouchers': 'Fee receivables',
  'print-vouchers': 'Print Fee Vouchers',
}

const unchanged = (sums: Totals): Totals => sums

/** A report's totals row from the true sums, as the specification has it (spec 2.fee-record.totals, spec 5.amounts.receivables). */
export const voucherReportTotals: Readonly<Record<VoucherReportName, (sums: Totals) => Totals>> = {
  'fee-record': feeRecordTotals,
  'net-receivables': netReceivablesTotals,
  'fee-vouchers': unchanged,
  'print-vouchers': unchanged,
}

/** The columns of Fee received, in order. */
export const receiptHeadings = {
  receiptNo: 'Receipt #',
  receivedDate: 'Received Date',
  rollNo: 'Roll No.',
  studentName: 'Student Name',
  studentClass: 'Class',
  section: 'Section',
  voucherNo: 'Voucher #',
  amount: 'Amount',
  receivedBy: 'Received by',
  remark: 'Remark',
} as const
export type ReceiptColumnKey = keyof typeof receiptHeadings

/** The title of Fee received on the screen, on paper and in a file. */
export const receiptReportTitle = 'Fee received'

/** The columns of Student list, in order. */
export const studentListHeadings = {
  rollNo: 'Roll No.',
  studentName: 'Student Name',
  fatherName: 'Father Name',
  studentClass: 'Class',
  section: 'Section',
  fatherHomePhone: 'Father Phone Number',
  admissionDate: 'Admission Date',
  netMonthlyFee: 'Net Monthly Fee',
  balance: 'Balance',
} as const
export const studentListTitle = 'Student list'

/** The columns of Admission reports, in order; the screen shows the last two in one. */
export const admissionHeadings = {
  rollNo: 'Roll No.',
  studentName: 'Student Name',
  fatherName: 'Father Name',
  studentClass: 'Class',
  section: 'Section',
  admissionDate: 'Admission Date',
  admissionClass: 'Admission Class',
  removed: 'Removed',
  removalDate: 'Removal Date',
} as const
export const admissionReportTitle = 'Admission reports'
