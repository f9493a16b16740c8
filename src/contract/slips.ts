import { z } from 'zod/mini'
import { paymentMethods } from '#domain/payment-method.ts'
import { read } from './endpoint.ts'
import { receiptWithClass } from './receipt.ts'
import { money, period } from './wire.ts'

export const receiptSlip = z.extend(receiptWithClass, {
  /** The reversal of this receipt; null if it was not reversed. */
  reversedBy: z.nullable(z.number()),
  feePeriod: period,
  /** The balance after the receipt was written; negative if paid in advance. */
  balanceAfter: money,
  /** The adjustment that moved a correction to the last posted voucher, positive if more is owed; otherwise null. */
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
    /** Receipts entered on the day but dated on another day; not among `receipts`. */
    enteredForOtherDays: z.array(receiptSlip),
    /** Refunds of advances, minus refunds that were taken back. */
    refunds: z.array(z.object({ method: z.enum(paymentMethods), amount: money })),
  }),
})
