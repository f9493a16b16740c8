// The requests of a clerk's screens. The specification's paths are written out, so that other commits can be measured.

import { rowsType } from '#contract/list-rows.ts'
import { acceptedEncodings, type Request } from './http-connection.ts'
import { clerkOf, password } from './school-data.ts'

/** A period of issue dates, including both days. */
export interface Period {
  readonly from: string
  readonly to: string
}

/** The compact rows of the page, or the objects of the specification. */
export type Shape = 'rows' | 'objects'

/** Both shapes with their names in the results. */
export const shapes = [
  { shape: 'rows', name: 'as the page requests it' },
  { shape: 'objects', name: 'in the specified shape' },
] as const

const wholeCampus = { studentClass: 'all', section: 'all', toDateOf: 'issueDate' }
const issuedIn = ({ from, to }: Period) => ({ ...wholeCampus, fromDate: from, toDate: to })
const accepting = (shape: Shape) => (shape === 'rows' ? { headers: { accept: rowsType } } : {})
const withNewKey = () => ({ headers: { 'idempotency-key': crypto.randomUUID() } })

/** Encodes the values of a path. */
const path = (texts: TemplateStringsArray, ...values: readonly (string | number)[]): string =>
  String.raw({ raw: texts }, ...values.map((value) => encodeURIComponent(value)))

export const signIn = (campus: string): Request => ({
  path: '/users/signin',
  headers: { accept: 'application/json', 'accept-encoding': acceptedEncodings.https },
  body: { userId: clerkOf(campus), password },
})

/** The requests of the dashboard after sign-in. */
export const dashboard = (campus: string, today: string): readonly Request[] => [
  { path: path`/finances/checkIfVoucherNeedsToBePosted/${campus}` },
  { path: path`/finances/receiptsOfDay/${campus}/${today}` },
]

export const overview = (campus: string, year: number, month: number): Request => ({
  path: path`/finances/campusOverview/${campus}/${month}?year=${year}`,
})

export const studentByRollNo = (campus: string, rollNo: number | string): Request => ({
  path: path`/admissions/getStudentInfo/${rollNo}/${campus}`,
})

export const studentsByName = (campus: string, text: number | string): Request => ({
  path: path`/admissions/findStudents/${campus}`,
  body: { typed: String(text) },
})

/** A student's page with brothers and sisters and the account. */
export const studentAccount = (campus: string, rollNo: number | string): Request => ({
  path: path`/admissions/studentAccount/${rollNo}/${campus}`,
})

export const studentList = (campus: string): Request => ({
  path: path`/admissions/getStudentList/all/all/${campus}`,
})

export const feeRecord = (campus: string, period: Period, shape: Shape): Request => ({
  path: path`/finances/getAllVouchers/all/${campus}/all`,
  ...accepting(shape),
  body: issuedIn(period),
})

/** The fee record, timed until its totals arrive. It is uncompressed, so that the totals can be detected. */
export const totals = (campus: string, period: Period): Request => ({
  ...feeRecord(campus, period, 'rows'),
  headers: { accept: rowsType, 'accept-encoding': 'identity' },
  until: '\n',
})

export const netReceivables = (campus: string, shape: Shape): Request => ({
  path: path`/finances/getAllVouchers/admitted/${campus}/unpaid`,
  ...accepting(shape),
  body: wholeCampus,
})

export const file = (campus: string, period: Period, format: 'csv' | 'xlsx'): Request => ({
  path: path`/finances/exportVouchers/fee-record/${format}/all/${campus}/all`,
  body: issuedIn(period),
})

export const generate = (campus: string, month: string): Request => ({
  path: path`/finances/generateVoucher/campus/${campus}`,
  ...withNewKey(),
  body: { fromDate: month, issueDate: month },
})

/** A report of the accountant, by the last part of its path. */
export const accountantReport = (name: string, campus: string, filters: object): Request => ({
  path: path`/finances/${name}/${campus}`,
  ...accepting('rows'),
  body: filters,
})

/** Corrects a receipt. Amounts are in rupees, also in `lowerDebt`. */
export const correctReceipt = (campus: string, receiptNo: number, receivedAmount: number): Request => ({
  path: path`/finances/correctReceipt/${campus}/${receiptNo}`,
  ...withNewKey(),
  body: { receivedAmount, reason: 'Mistyped' },
})

export const lowerDebt = (campus: string, rollNo: number, amount: number): Request => ({
  path: path`/finances/lowerDebt/${campus}/${rollNo}`,
  ...withNewKey(),
  body: { kind: 'waiver', amount, reason: 'Letter of the principal is on file' },
})

export const voidRun = (campus: string, runNo: number, count: number, amount: number): Request => ({
  path: path`/finances/voidRun/${campus}/${runNo}`,
  ...withNewKey(),
  body: { expectedCount: count, expectedAmount: amount, reason: 'Wrong month' },
})

/** The proof that the password was entered again; the bench writes its hash into the sessions. */
export const confirmation = 'bench'

export const closeBooks = (campus: string, until: string): Request => ({
  path: path`/finances/closeBooks/${campus}`,
  headers: { ...withNewKey().headers, 'x-confirmation': confirmation },
  body: { until },
})

/** An unpaid voucher; its balance is in paisa. */
export interface UnpaidVoucher {
  readonly campus: string
  readonly voucherNo: string
  readonly rollNo: number
  readonly balance: number
}

/** A payment in full, as the counter sends it. */
export const payment = ({ campus, voucherNo, balance }: UnpaidVoucher, receivedDate: string): Request => ({
  path: path`/finances/markIndividualVoucherAsPaid/${campus}/${voucherNo}`,
  ...withNewKey(),
  body: {
    receivedBy: clerkOf(campus),
    receivedDate,
    receivedAmount: balance / 100,
    expectedBalance: balance / 100,
  },
})

/** A part payment; the amount is in rupees. */
export const partPayment = ({ campus, voucherNo }: UnpaidVoucher, receivedAmount: number): Request => ({
  path: path`/finances/markIndividualVoucherAsPaid/${campus}/${voucherNo}`,
  ...withNewKey(),
  body: { receivedAmount },
})
