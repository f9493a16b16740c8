import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { campusParam, date, noBody, numberParam, rupeeNumber, schoolClass, section } from './fields.ts'

/** A receipt as it is printed: student, voucher, amount, and the balance after it. */
const receiptSlip = z.object({
  receiptNo: z.number(),
  kind: z.enum(['receipt', 'reversal']),
  /** The receipt that a reversal reverses. */
  reverses: z.number().nullable(),
  /** The reversal of this receipt. */
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
  /** The balance when it was written; negative is paid in advance. */
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
  body: noBody,
  reply: z.object({ msg: z.string(), receipt: receiptSlip }),
})

export const receiptSlipsOfDay = endpoint({
  method: 'GET',
  path: '/finances/receiptSlips/:campus/:receivedDate/:whose',
  summary: "A day's receipts as their slips are printed, by number: one's own or the whole campus's",
  access: 'writer',
  effect: 'reads',
  params: z.object({ campus: campusParam, receivedDate: date, whose: z.enum(['mine', 'all']) }),
  body: noBody,
  reply: z.object({ msg: z.string(), receipts: z.array(receiptSlip) }),
})
