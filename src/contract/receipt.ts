import { z } from 'zod/mini'
import { paymentMethods } from '#domain/payment-method.ts'
import { given, optionalDate, optionalText, schoolClass, section } from './fields.ts'
import { date, instant, money } from './wire.ts'

export const receipt = z.object({
  receiptNo: z.number(),
  kind: z.enum(['receipt', 'reversal']),
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
  method: z.enum(paymentMethods),
  /** Number and bank of a cheque, number of a deposit or transfer; '' for cash. */
  reference: z.string(),
  chequeDate: z.nullable(date),
})

export type ReceiptReply = z.output<typeof receipt>

export const paymentMethod = z.enum(paymentMethods, 'Choose a payment method from the list')

/** The details of a payment; cash if all fields are omitted. */
export const paidByFields = {
  method: given(z.optional(paymentMethod)),
  /** Number and bank of a cheque (required), or number of a deposit or transfer. */
  reference: optionalText(),
  /** The date of a cheque; may be in the future. */
  chequeDate: optionalDate,
}

export const receiptWithClass = z.extend(receipt, {
  fatherName: z.string(),
  studentClass: schoolClass,
  section,
})

export type ReceiptWithClass = z.output<typeof receiptWithClass>
