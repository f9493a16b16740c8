import { studentKinds } from '#domain/report-columns.ts'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import {
  campusParam,
  classOrAll,
  optionalDate,
  rupeeNumber,
  schoolClass,
  section,
  sectionOrAll,
} from './fields.ts'

const reportedReceipt = z.object({
  receiptNo: z.number(),
  kind: z.enum(['receipt', 'reversal']),
  reverses: z.number().nullable(),
  voucherNo: z.string(),
  rollNo: z.number(),
  studentName: z.string(),
  fatherName: z.string(),
  studentClass: schoolClass,
  section,
  /** Rupees; negative for a reversal. */
  amount: rupeeNumber,
  receivedDate: z.string(),
  receivedBy: z.string(),
  receivedByName: z.string(),
  enteredAt: z.string(),
  reason: z.string(),
})

export type ReportedReceipt = z.output<typeof reportedReceipt>

export const receiptReport = endpoint({
  method: 'POST',
  path: '/finances/getReceipts/:type/:campus',
  summary:
    'What came in on a campus by class and section of the voucher and by date of receipt, by receipt number',
  access: 'staff',
  effect: 'reads',
  fromStandby: true,
  replyAs: 'rows',
  params: z.object({ type: z.enum(studentKinds), campus: campusParam }),
  body: z.object({
    studentClass: classOrAll,
    section: sectionOrAll,
    fromDate: optionalDate,
    toDate: optionalDate,
  }),
  reply: z.object({ msg: z.string(), receipts: z.array(reportedReceipt) }),
})
