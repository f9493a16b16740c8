import { z } from 'zod'
import { rupeeNumber } from './fields.ts'

export const receiptOnWire = z.object({
  receiptNo: z.number(),
  kind: z.enum(['receipt', 'reversal']),
  /** The receipt that a reversal takes back. */
  reverses: z.number().nullable(),
  voucherNo: z.string(),
  rollNo: z.number(),
  studentName: z.string(),
  amount: rupeeNumber,
  receivedDate: z.string(),
  receivedBy: z.string(),
  receivedByName: z.string(),
  enteredAt: z.string(),
  reason: z.string(),
})

export type ReceiptOnWire = z.output<typeof receiptOnWire>
