import { z } from 'zod/mini'
import { schoolClass, section } from './fields.ts'
import { date, instant, money } from './wire.ts'

/** A receipt, or the reversal of one, as every call answers it; calls that answer more extend it. */
export const receipt = z.object({
  receiptNo: z.number(),
  kind: z.enum(['receipt', 'reversal']),
  /** The receipt that a reversal reverses. */
  reverses: z.nullable(z.number()),
  voucherNo: z.string(),
  rollNo: z.number(),
  studentName: z.string(),
  /** Negative for a reversal. */
  amount: money,
  receivedDate: date,
  receivedBy: z.string(),
  receivedByName: z.string(),
  enteredAt: instant,
  reason: z.string(),
})

export type ReceiptReply = z.output<typeof receipt>

/** The father, class and section of a receipt's voucher, which reports and slips add. */
export const receiptWithClass = z.extend(receipt, {
  fatherName: z.string(),
  studentClass: schoolClass,
  section,
})

export type ReceiptWithClass = z.output<typeof receiptWithClass>
