// The columns of the fee reports: one list for the screen, the paper, Excel and CSV (spec §2 Report screens).

/** The fee reports that list vouchers, by the name that their calls use. */
export const voucherReports = ['fee-record', 'net-receivables', 'fee-vouchers', 'print-vouchers'] as const
export type VoucherReportName = (typeof voucherReports)[number]

/** Which students a report covers: at school, left or graduated, or both (decisions §4). */
export const studentKinds = ['admitted', 'removed', 'all'] as const
export type StudentKind = (typeof studentKinds)[number]

/** The headings are the specification's, spelling included (spec §2 Fee record). */
export const voucherHeadings = {
  voucherNo: 'Voucher #',
  issueDate: 'Issue Date',
  monthlyFee: 'Tution Fee',
  examinationFee: 'Examination Fee',
  registrationFee: 'Registration Fee',
  admissionFee: 'Admission Fee',
  fine: 'Fine',
  discount: 'Discount',
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
  'monthlyFee',
  'examinationFee',
  'registrationFee',
  'admissionFee',
  'fine',
  'discount',
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

/** A report's columns in their order; `Left Student` stands only where both kinds of students are listed. */
export const voucherReportColumns = (
  report: VoucherReportName,
  kind: StudentKind,
): readonly VoucherColumnKey[] => [
  ...chargesAndStudent,
  ...(kind === 'all' ? (['left'] as const) : []),
  ...receivables,
  ...(hasReceipts[report] ? receipts : []),
]

/** How a report is headed on the screen, on paper and in a file (spec §2). */
export const voucherReportTitles: Readonly<Record<VoucherReportName, string>> = {
  'fee-record': 'Fee record',
  'net-receivables': 'Net Receivables',
  'fee-vouchers': 'Fee receivables',
  'print-vouchers': 'Print Fee Vouchers',
}
