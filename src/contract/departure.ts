import { z } from 'zod/mini'
import { departureOutcomes } from '#domain/departure-outcome.ts'
import { studentStates } from '#domain/student.ts'
import { change, read } from './endpoint.ts'
import { given, optionalDate, optionalText, seenBalance, text } from './fields.ts'
import { paidByFields } from './receipt.ts'
import { student } from './student.ts'
import { voucher } from './voucher.ts'
import { money } from './wire.ts'

export const outcomeFields = {
  /** A debt is written off or left owing; an advance is paid back. */
  kind: given(z.enum(departureOutcomes, 'Choose written off, leaves owing or paid back')),
  reason: text(500),
  /** Cash if these fields are omitted. */
  method: paidByFields.method,
  reference: paidByFields.reference,
}

export const voidedVoucher = z.object({
  voucherNo: z.string(),
  year: z.number(),
  month: z.number(),
  amount: money,
  posted: z.boolean(),
})

export const checkRemoval = read('/admissions/checkStudentRemoval/:rollNo/:campus', {
  summary:
    'Whether a student may leave: the record, the latest voucher, what is owed, and the vouchers that would be voided',
  access: 'writer',
  logged: 'record read',
  /** Defaults to today. */
  query: z.object({ removalDate: optionalDate }),
  reply: z.object({
    msg: z.string(),
    data: z.object({
      studentData: student,
      feesCleared: z.boolean(),
      /** Negative if paid in advance. */
      arrears: money,
      /** The part of `arrears` that drafts charge, which the family does not owe yet. */
      notPosted: money,
      /** The vouchers of later months, latest first; the amount owed excludes them. */
      voided: z.array(voidedVoucher),
      voucher: z.nullable(voucher),
    }),
  }),
})

export const removeStudent = change('/admissions/removeStudent/:rollNo', {
  summary:
    'A student leaves, or graduates from class 10; vouchers of later months without receipts are voided; refused while fees are owed and no outcome is given',
  access: 'writer',
  body: z.object({
    removalDate: optionalDate,
    leave: given(z.optional(z.boolean())),
    /** True if a student of class 10 graduates; otherwise the student leaves. */
    graduated: given(z._default(z.boolean(), false)),
    /** The outcome of a balance that is not 0; an unposted voucher is posted first. */
    outcome: z.optional(z.object(outcomeFields)),
    /** The balance that the clerk saw; the call is refused if it has changed. */
    expectedBalance: seenBalance,
  }),
  reply: z.object({
    msg: z.literal('Student removed successfully'),
    state: z.enum(studentStates),
    adjustmentNo: z.optional(z.number()),
  }),
})

export const markArrearsPaid = change('/finances/markArrearsPaid/:campus/:rollNo', {
  summary:
    'Receive the whole balance of the latest voucher, posting it if need be; for a student who leaves, vouchers of later months are voided first',
  access: 'writer',
  right: 'receive',
  body: z.object({
    receivedBy: optionalText(),
    receivedDate: optionalDate,
    /** The arrears that the clerk saw; the call is refused if they have changed. */
    expectedBalance: seenBalance,
    /** If given, vouchers of later months without receipts are voided before the payment. */
    removalDate: optionalDate,
    ...paidByFields,
  }),
  reply: z.object({
    msg: z.literal('Arrears marked as paid successfully'),
    receiptNo: z.number(),
    amount: money,
  }),
})
