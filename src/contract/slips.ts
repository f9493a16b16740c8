import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { campusParam, date, nothingSaid, numberParam, rupeeNumber, schoolClass, section } from './fields.ts'

/** What a receipt says on paper: whose money came in, for which voucher, and what was left to pay after it. */
const receiptSlip = z.object({
  receiptNo: z.number(),
  kind: z.enum(['receipt', 'reversal']),
  /** The receipt that a reversal takes back. */
  reverses: z.number().nullable(),
  /** The reversal that took this receipt back. */
  reversedBy: z.number().nullable(),
  voucherNo: z.string(),
  feePeriod: z.string(),
  rollNo: z.number(),
  studentName: z.string(),
  fatherName: z.string(),
  studentClass: schoolClass,
  section,
  /** Rupees; negative for a reversal. */
  amount: rupeeNumber,
  /** What was still to be paid when it was written; negative is paid in advance. */
  balanceAfter: rupeeNumber,
  receivedDate: z.string(),
  receivedBy: z.string(),
  receivedByName: z.string(),
  enteredAt: z.string(),
  reason: z.string(),
})

export type ReceiptSlip = z.output<typeof receiptSlip>

const receiptNoParam = numberParam('Not a receipt number')

export const findReceipt = endpoint({
  method: 'GET',
  path: '/finances/receipt/:campus/:receiptNo',
  summary: 'A receipt as its slip is printed',
  access: 'writer',
  effect: 'reads',
  params: z.object({ campus: campusParam, receiptNo: receiptNoParam }),
  body: nothingSaid,
  reply: z.object({ msg: z.string(), receipt: receiptSlip }),
})

export const receiptSlipsOfDay = endpoint({
  method: 'GET',
  path: '/finances/receiptSlips/:campus/:receivedDate/:whose',
  summary: "A day's receipts as their slips are printed, by number: one's own or the whole campus's",
  access: 'writer',
  effect: 'reads',
  params: z.object({ campus: campusParam, receivedDate: date, whose: z.enum(['mine', 'all']) }),
  body: nothingSaid,
  reply: z.object({ msg: z.string(), receipts: z.array(receiptSlip) }),
})
