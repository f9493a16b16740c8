// What a clerk's screens ask of the server, as the page sends it.

import { studentList } from '#contract/student-list.ts'
import { findStudents } from '#contract/student-search.ts'
import { receivePayment, receiptsOfDay } from '#contract/counter.ts'
import { studentInfo } from '#contract/student-edit.ts'
import { exportVouchers, type FileFormat } from '#contract/exports.ts'
import { voucherReport } from '#contract/voucher-reports.ts'
import { voucherRowsType } from '#contract/voucher-rows.ts'
import { vouchersToPost } from '#contract/posting.ts'
import { generateForCampus } from '#contract/voucher-run.ts'
import type { Request } from './client.ts'
import { clerkOf } from './data-set.ts'

const filled = (path: string, params: Readonly<Record<string, string | number>>): string =>
  path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))

/** Days of issue, both inside. */
export interface Days {
  readonly from: string
  readonly to: string
}

const rows = { accept: voucherRowsType }

/** The compact rows that the page reads, or the objects of the specification. */
export type Shape = 'rows' | 'objects'

const wholeCampus = { studentClass: 'all', section: 'all' }

export const byRollNo = (campus: string, rollNo: number): Request => ({
  path: filled(studentInfo.path, { campus, rollNo }),
})

export const byName = (campus: string, typed: string): Request => ({
  path: filled(findStudents.path, { campus, typed }),
})

export const wholeStudentList = (campus: string): Request => ({
  path: filled(studentList.path, { campus, ...wholeCampus }),
})

/** What the dashboard asks right after sign-in. */
export const firstScreen = (campus: string, today: string): readonly Request[] => [
  { path: filled(vouchersToPost.path, { campus }) },
  { path: filled(receiptsOfDay.path, { campus, receivedDate: today }) },
]

export const feeRecord = (campus: string, { from, to }: Days, shape: Shape): Request => ({
  method: 'POST',
  path: filled(voucherReport.path, { type: 'all', campus, paidStatus: 'all' }),
  ...(shape === 'rows' && { headers: rows }),
  body: { ...wholeCampus, fromDate: from, toDate: to, toDateOf: 'issueDate' },
})

/** As far as the totals, which are asked for unpacked so that their end can be seen. */
export const totalsOf = (campus: string, days: Days): Request => ({
  ...feeRecord(campus, days, 'rows'),
  headers: { ...rows, 'accept-encoding': 'identity' },
  until: '"rows":',
})

export const netReceivables = (campus: string, shape: Shape): Request => ({
  method: 'POST',
  path: filled(voucherReport.path, { type: 'admitted', campus, paidStatus: 'unpaid' }),
  ...(shape === 'rows' && { headers: rows }),
  body: { ...wholeCampus, toDateOf: 'issueDate' },
})

export const file = (campus: string, { from, to }: Days, format: FileFormat): Request => ({
  method: 'POST',
  path: filled(exportVouchers.path, { report: 'fee-record', format, type: 'all', campus, paidStatus: 'all' }),
  body: { ...wholeCampus, fromDate: from, toDate: to, toDateOf: 'issueDate' },
})

export const generate = (campus: string, month: string): Request => ({
  method: 'POST',
  path: filled(generateForCampus.path, { campus }),
  headers: { 'idempotency-key': crypto.randomUUID() },
  body: { fromDate: month, issueDate: month },
})

/** A voucher that waits to be paid; the balance in paisa. */
export interface OpenVoucher {
  readonly campus: string
  readonly voucherNo: string
  readonly balance: number
}

/** As the counter sends it: in full, with the balance that the clerk saw, under a key of its own. */
export const payment = ({ campus, voucherNo, balance }: OpenVoucher, day: string): Request => ({
  method: 'POST',
  path: filled(receivePayment.path, { campus, voucherId: voucherNo }),
  headers: { 'idempotency-key': crypto.randomUUID() },
  body: {
    receivedBy: clerkOf(campus),
    receivedDate: day,
    receivedAmount: balance / 100,
    expectedBalance: balance / 100,
  },
})
