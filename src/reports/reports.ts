import { z } from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { fileFormat } from '#contract/fields.ts'
import { admissionList, admissionReports } from './admission-report.ts'
import { ageing, ageingList } from './ageing.ts'
import { collection, collectionList } from './collection.ts'
import { concessionList, concessions } from './concessions.ts'
import { dayBook, dayBookList } from './day-book.ts'
import { exceptionList, exceptions } from './exceptions.ts'
import { feeReceived, receiptList } from './fee-received.ts'
import { feeReceivables, feeRecord, netReceivables, printVouchers } from './fee-reports.ts'
import { journal, journalList } from './journal.ts'
import { readingEndpoint, type ReadBy } from './list.ts'
import { receivedByHead, receivedHeadList } from './received-heads.ts'
import type { Report } from './report.ts'
import { rollForward, rollForwardList } from './roll-forward.ts'
import { securityList, securityLog } from './security-log.ts'
import { studentList, studentListReport } from './student-list.ts'
import { voucherList } from './voucher-list.ts'

/** The lists of the reports; each has its SQL in server/records/reports. */
export const lists = {
  voucherList,
  receiptList,
  studentList,
  admissionList,
  rollForwardList,
  dayBookList,
  exceptionList,
  receivedHeadList,
  ageingList,
  collectionList,
  concessionList,
  journalList,
  securityList,
} as const
export type Lists = typeof lists

/** Every report, in the order of the menu. */
export const reports = [
  admissionReports,
  studentListReport,
  printVouchers,
  feeReceivables,
  feeReceived,
  feeRecord,
  netReceivables,
  rollForward,
  dayBook,
  exceptions,
  receivedByHead,
  ageing,
  collection,
  concessions,
  journal,
  securityLog,
] as const satisfies readonly Report[]

/** A file's bytes, with its name in `content-disposition`. */
const file = z.unknown()

type FileEndpoint = Endpoint & { readonly access: ReadBy; readonly replyAs: 'file' }

const fileEndpoint = ({ list, filePath, title }: Report): FileEndpoint =>
  readingEndpoint(
    list,
    { method: 'POST', path: filePath, summary: `${title} as an Excel or CSV file` },
    'file',
    file,
    { format: fileFormat },
  )

export const fileEndpoints: ReadonlyMap<Report, FileEndpoint> = new Map(
  reports.map((report): [Report, FileEndpoint] => [report, fileEndpoint(report)]),
)
