import { voucherReports } from '#domain/report-columns.ts'
import { z } from 'zod/mini'
import { admissionReport } from './admission-report.ts'
import { endpoint } from './endpoint.ts'
import { receiptReport } from './receipt-report.ts'
import { studentList } from './student-list.ts'
import { voucherReport } from './voucher-reports.ts'

export const fileFormats = ['xlsx', 'csv'] as const

export type FileFormat = (typeof fileFormats)[number]

const format = z.enum(fileFormats)

/** A file's bytes, with its name in `content-disposition`. */
const file = z.unknown()

export const exportVouchers = endpoint({
  method: 'POST',
  path: '/finances/exportVouchers/:report/:format/:type/:campus/:paidStatus',
  summary: 'A fee report as an Excel or CSV file',
  access: 'staff',
  effect: 'reads',
  fromStandby: true,
  replyAs: 'file',
  params: z.extend(voucherReport.params, { report: z.enum(voucherReports), format }),
  body: voucherReport.body,
  reply: file,
})

export const exportReceipts = endpoint({
  method: 'POST',
  path: '/finances/exportReceipts/:format/:type/:campus',
  summary: 'What came in as an Excel or CSV file',
  access: 'staff',
  effect: 'reads',
  fromStandby: true,
  replyAs: 'file',
  params: z.extend(receiptReport.params, { format }),
  body: receiptReport.body,
  reply: file,
})

export const exportStudentList = endpoint({
  method: 'POST',
  path: '/admissions/exportStudentList/:format/:studentClass/:section/:campus',
  summary: 'The student list as an Excel or CSV file',
  access: 'staff',
  effect: 'reads',
  fromStandby: true,
  replyAs: 'file',
  params: z.extend(studentList.params, { format }),
  body: z.unknown(),
  reply: file,
})

export const exportAdmissionReport = endpoint({
  method: 'POST',
  path: '/admissions/exportAdmissionReport/:format/:dataType/:campus',
  summary: 'The admission report as an Excel or CSV file',
  access: 'staff',
  effect: 'reads',
  fromStandby: true,
  replyAs: 'file',
  params: z.extend(admissionReport.params, { format }),
  body: admissionReport.body,
  reply: file,
})
