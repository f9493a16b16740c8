import { z } from 'zod/mini'
import { paymentMethods } from '#domain/payment-method.ts'
import { read } from './endpoint.ts'
import { receiptWithClass } from './receipt.ts'
import { money, period } from './wire.ts'

/** A receipt as it is printed: with its voucher's period and the balance after it. */
export const receiptSlip = z.extend(receiptWithClass, {
  /** The reversal of this receipt. */
  reversedBy: z.nullable(z.number()),
  feePeriod: period,
  /** The balance when it was written; negative is paid in advance. */
  balanceAfter: money,
  /**
   * Of a correction on a voucher that later ones have included: the adjustment that brought the difference to the last
   * posted voucher, positive where more is owed; null for any other receipt.
   */
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
    /** Those that were entered on the day and are dated on another one; not among `receipts`. */
    enteredForOtherDays: z.array(receiptSlip),
    /** The advances that were paid back on the day, by method; those that were taken back are deducted. */
    refunds: z.array(z.object({ method: z.enum(paymentMethods), amount: money })),
  }),
})
