import { z } from 'zod/mini'
import { paymentMethods } from '#domain/payment-method.ts'
import { change, read } from './endpoint.ts'
import { amount, optionalDate, optionalText, seenBalance, text } from './fields.ts'
import { paidByFields, paymentMethod, receiptWithClass } from './receipt.ts'
import { nameVoucherFields, unpaidMonth, voucherFields } from './voucher.ts'
import { date, money, period } from './wire.ts'

export const foundVoucherFields = z.extend(voucherFields, {
  /** The later posted voucher that must be paid instead; null if no later voucher is posted (decisions 6.unposted). */
  takenOverBy: z.nullable(z.string()),
  /** Null if the debt is paid or not posted. */
  dueSince: z.nullable(date),
  /** The unpaid months of the student's debt, oldest first; empty if it is paid or not posted. */
  unpaid: z.array(unpaidMonth),
})

export const foundVoucher = nameVoucherFields(foundVoucherFields)

export type FoundVoucher = z.output<typeof foundVoucher>
export type UnpaidMonth = z.output<typeof unpaidMonth>

const voucherReply = z.object({ msg: z.literal('Voucher found'), voucher: foundVoucher })

export const findVoucherOfStudent = read('/finances/individualVoucher/:campus/:rollNo', {
  summary: 'The voucher on which a student pays, also where the student has left',
  access: 'writer',
  logged: 'record read',
  reply: voucherReply,
})

export const findVoucher = read('/finances/individualVoucherByVoucherId/:campus/:voucherId', {
  summary: 'A voucher by its printed number',
  access: 'writer',
  logged: 'record read',
  reply: voucherReply,
})

export const receivePayment = change('/finances/markIndividualVoucherAsPaid/:campus/:voucherId', {
  summary: 'Receive a payment on a voucher; with `editedBy` correct what was received',
  access: 'writer',
  right: 'receive',
  body: z.object({
    /** Accepted and not used: the session identifies the user. */
    receivedBy: optionalText(),
    receivedDate: optionalDate,
    receivedAmount: amount,
    /** If given, this call is a correction: it reverses the earlier receipts and receives this amount instead. */
    editedBy: optionalText(),
    reason: optionalText(500),
    /** The balance that the clerk saw; the call is refused if it has changed. */
    expectedBalance: seenBalance,
    /** If omitted: cash, or for a correction the method of the corrected receipt. */
    ...paidByFields,
  }),
  reply: z.object({
    msg: z.enum(['Voucher Paid', 'Part payment received']),
    /** Null if nothing remains received after a correction. */
    receiptNo: z.nullable(z.number()),
    /** Negative if paid in advance. */
    balance: money,
  }),
})

export const receiveInAdvance = change('/finances/receiveInAdvance/:campus/:rollNo', {
  summary: 'Receive a payment in advance from a student who owes nothing',
  access: 'writer',
  right: 'receive',
  body: z.object({
    receivedDate: optionalDate,
    receivedAmount: amount,
    reason: optionalText(500),
    /** The balance that the clerk saw; the call is refused if it has changed. */
    expectedBalance: seenBalance,
    ...paidByFields,
  }),
  reply: z.object({
    msg: z.literal('Received in advance'),
    receiptNo: z.number(),
    voucherNo: z.string(),
    /** The balance of the last posted voucher; negative if paid in advance. */
    balance: money,
  }),
})

export const receiptsByReference = read('/finances/receiptsByReference/:campus', {
  // The reference is in the body, because it may contain the name of the payer.
  summary:
    'The last receipts with the same reference: one cheque may pay for two children, but not twice for one',
  access: 'writer',
  body: z.object({ method: paymentMethod, reference: text() }),
  reply: z.object({ msg: z.string(), receipts: z.array(receiptWithClass) }),
})

export const receiptsOfDay = read('/finances/receiptsOfDay/:campus/:receivedDate', {
  summary: "A day's receipts: the campus's sum and, newest first, those of the caller",
  access: 'staff',
  reply: z.object({
    msg: z.string(),
    campusCount: z.number(),
    campusTotal: money,
    mineCount: z.number(),
    mineTotal: money,
    mine: z.array(receiptWithClass),
  }),
})

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
