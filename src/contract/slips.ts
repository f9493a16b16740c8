import { z } from 'zod/mini'
import { paymentMethods } from '#domain/payment-method.ts'
import { read } from './endpoint.ts'
import { receiptWithClass } from './receipt.ts'
import { money, period } from './wire.ts'

export const receiptSlip = z.extend(receiptWithClass, {
  /** The reversal of this receipt. */
  reversedBy: z.nullable(z.number()),
  feePeriod: period,
  /** When the receipt was written; negative is paid in advance. */
  balanceAfter: money,
  /** A correction on an older voucher moves the difference to the last posted one, positive if more is owed; else null. */
  moved: z.nullable(z.object({ adjustmentNo: z.number(), voucherNo: z.string(), amount: money })),
})

export type ReceiptSlip = z.output<typeof receiptSlip>

export const findReceipt = read('/finances/receipt/:campus/:receiptNo', {
  summary: 'A receipt as its slip is printed',
  access: 'writer',
  logged: 'record read',
  reply: z.object({ msg: z.string(), receipt: receiptSlip }),
})

export const receiptSlipsOfDay = read('/finances/receiptSlips/:campus/:receivedDate/:whose', {
  summary:
    "A day's receipts as their slips are printed, by number, and those entered on it for other days: one's own or the whole campus's",
  access: 'writer',
  params: { whose: z.enum(['mine', 'all']) },
  reply: z.object({
    msg: z.string(),
    receipts: z.array(receiptSlip),
    /** Entered on the day and dated on another one; not among `receipts`. */
    enteredForOtherDays: z.array(receiptSlip),
    /** Advances paid back, less those that were taken back. */
    refunds: z.array(z.object({ method: z.enum(paymentMethods), amount: money })),
  }),
})
