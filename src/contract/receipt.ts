import { z } from 'zod/mini'
import { paymentMethods } from '#domain/payment-method.ts'
import { given, optionalDate, optionalText, schoolClass, section } from './fields.ts'
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
  method: z.enum(paymentMethods),
  /** Of a cheque its number and bank, of a deposit or transfer its number; '' for cash. */
  reference: z.string(),
  chequeDate: z.nullable(date),
})

export type ReceiptReply = z.output<typeof receipt>

/** A payment method of an input. */
export const paymentMethod = z.enum(paymentMethods, 'Choose a payment method from the list')

/** The payment of a call; cash without any of these fields. */
export const paidByFields = {
  method: given(z.optional(paymentMethod)),
  /** Required for a cheque: its number and bank. */
  reference: optionalText(),
  /** Of a cheque; may lie ahead. */
  chequeDate: optionalDate,
}

/** The father, class and section of a receipt's voucher, which reports and slips add. */
export const receiptWithClass = z.extend(receipt, {
  fatherName: z.string(),
  studentClass: schoolClass,
  section,
})

export type ReceiptWithClass = z.output<typeof receiptWithClass>
