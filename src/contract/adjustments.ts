import { z } from 'zod/mini'
import { adjustmentKinds, debtKinds } from '#domain/adjustment.ts'
import { paymentMethods } from '#domain/payment-method.ts'
import { change, read } from './endpoint.ts'
import {
  amount,
  given,
  optionalDate,
  requiredRollNo,
  schoolClass,
  section,
  seenBalance,
  text,
} from './fields.ts'
import { paidByFields } from './receipt.ts'
import { date, instant, money } from './wire.ts'

const reason = text(500)

export const adjustment = z.object({
  adjustmentNo: z.number(),
  kind: z.enum(adjustmentKinds),
  rollNo: z.number(),
  studentName: z.string(),
  fatherName: z.string(),
  studentClass: schoolClass,
  section,
  /** The last posted voucher of the student. */
  voucherNo: z.string(),
  /** The voucher of a reversed receipt, whose own balance did not change; null for other adjustments. */
  fromVoucherNo: z.nullable(z.string()),
  /** Positive if the adjustment increases the debt. */
  amount: money,
  receiptNo: z.nullable(z.number()),
  otherNo: z.nullable(z.number()),
  otherRollNo: z.nullable(z.number()),
  reverses: z.nullable(z.number()),
  reversedBy: z.nullable(z.number()),
  reason: z.string(),
  enteredBy: z.string(),
  enteredByName: z.string(),
  approvedBy: z.nullable(z.string()),
  effectiveDate: date,
  enteredAt: instant,
  method: z.nullable(z.enum(paymentMethods)),
  reference: z.string(),
})

export type Adjustment = z.output<typeof adjustment>

const adjustmentReply = z.object({
  adjustmentNo: z.number(),
  /** The student's balance after the adjustment. */
  balance: money,
})

export const adjustments = read('/finances/adjustments/:campus', {
  summary: 'The adjustments of balances by their numbers, newest first',
  access: 'staff',
  query: z.object({ fromDate: optionalDate, toDate: optionalDate }),
  reply: z.object({ msg: z.string(), adjustments: z.array(adjustment) }),
})

export const findAdjustment = read('/finances/adjustment/:campus/:adjustmentNo', {
  summary: 'An adjustment by its number',
  access: 'staff',
  reply: z.object({ msg: z.string(), adjustment }),
})

export const lowerDebt = change('/finances/lowerDebt/:campus/:rollNo', {
  summary: 'Write off or waive a part or all of what a student owes on posted vouchers; no money is received',
  access: 'writer',
  right: 'price',
  body: z.object({
    kind: given(z.enum(debtKinds, 'Choose write-off or waiver')),
    amount,
    reason,
    /** The balance that the clerk saw; the call is refused if it has changed. */
    expectedBalance: seenBalance,
  }),
  reply: z.extend(adjustmentReply, { msg: z.enum(['Written off', 'Waived']) }),
})

export const refundAdvance = change('/finances/refundAdvance/:campus/:rollNo', {
  summary: 'Pay back a part or all of what a student paid in advance',
  access: 'writer',
  right: 'receive',
  body: z.object({
    amount,
    reason,
    expectedBalance: seenBalance,
    /** Cash if these fields are omitted. A cheque is dated on the day of the refund. */
    method: paidByFields.method,
    reference: paidByFields.reference,
  }),
  reply: z.extend(adjustmentReply, { msg: z.literal('Paid back') }),
})

export const transferAdvance = change('/finances/transferAdvance/:campus/:rollNo', {
  summary: 'Move a part or all of what a student paid in advance to another student',
  access: 'writer',
  right: 'receive',
  body: z.object({ toRollNo: requiredRollNo, amount, reason, expectedBalance: seenBalance }),
  reply: z.extend(adjustmentReply, {
    msg: z.literal('Transferred'),
    /** The adjustment of the other student. */
    otherNo: z.number(),
    otherBalance: money,
  }),
})

export const takeBackAdjustment = change('/finances/takeBackAdjustment/:campus/:adjustmentNo', {
  summary: 'Take back an adjustment by one of the opposite amount; of a transfer both rows',
  access: 'writer',
  right: 'price',
  body: z.object({ reason }),
  reply: z.extend(adjustmentReply, { msg: z.literal('Adjustment taken back') }),
})
