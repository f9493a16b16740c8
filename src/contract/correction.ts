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

const reversalReply = z.object({
  /** The adjustment that moved the difference to the last posted voucher; null if none was needed. */
  adjustmentNo: z.nullable(z.number()),
  /** The student's balance after the correction. */
  balance: money,
})

export const correctReceipt = change('/finances/correctReceipt/:campus/:receiptNo', {
  summary: 'Correct one receipt, also of a voucher that later ones include: amount, or how it was paid',
  access: 'writer',
  right: 'receive',
  body: z.object({
    /** The correct amount; 0 if nothing was received. */
    receivedAmount: amount,
    reason,
    /** The balance that the clerk saw; the call is refused if it has changed. */
    expectedBalance: seenBalance,
    /** If these fields are omitted, the payment method stays the same. */
    ...paidByFields,
  }),
  reply: z.extend(reversalReply, {
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
  reply: z.extend(reversalReply, {
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
  reply: z.extend(reversalReply, { msg: z.literal('Cheque returned') }),
})
