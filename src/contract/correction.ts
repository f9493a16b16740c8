import { z } from 'zod/mini'
import { change, read } from './endpoint.ts'
import { amount, requiredRollNo, seenBalance, text } from './fields.ts'
import { paidByFields, receipt } from './receipt.ts'
import { money } from './wire.ts'

export const receiptsOfVoucher = read('/finances/receiptsOfVoucher/:campus/:voucherId', {
  summary: "A voucher's receipts and reversals, by number",
  access: 'writer',
  logged: 'record read',
  reply: z.object({ msg: z.string(), receipts: z.array(receipt) }),
})
const reason = text(500)

const reversed = z.object({
  /** The adjustment that brought the difference to the last posted voucher; null if the receipt was on it. */
  adjustmentNo: z.nullable(z.number()),
  /** The student's balance after the correction. */
  balance: money,
})

export const correctReceipt = change('/finances/correctReceipt/:campus/:receiptNo', {
  summary: 'Correct one receipt, also of a voucher that later ones include: amount, or how it was paid',
  access: 'writer',
  right: 'receive',
  body: z.object({
    /** 0 for nothing. */
    receivedAmount: amount,
    reason,
    /** Another balance than the present one is refused. */
    expectedBalance: seenBalance,
    /** If omitted, the method stays as before. */
    ...paidByFields,
  }),
  reply: z.extend(reversed, {
    msg: z.literal('Receipt corrected'),
    /** Null if nothing was received. */
    receiptNo: z.nullable(z.number()),
  }),
})

export const moveReceipt = change('/finances/moveReceipt/:campus/:receiptNo', {
  summary: 'Move a receipt of any age to the student who paid it',
  access: 'writer',
  right: 'receive',
  body: z.object({ toRollNo: requiredRollNo, reason, expectedBalance: seenBalance }),
  reply: z.extend(reversed, {
    msg: z.literal('Receipt moved'),
    /** The new receipt of the other student. */
    receiptNo: z.number(),
    otherBalance: money,
  }),
})

export const returnCheque = change('/finances/returnCheque/:campus/:receiptNo', {
  summary: 'Take back a receipt of any age whose cheque was returned; dated today',
  access: 'writer',
  right: 'receive',
  body: z.object({ reason, expectedBalance: seenBalance }),
  reply: z.extend(reversed, { msg: z.literal('Cheque returned') }),
})
