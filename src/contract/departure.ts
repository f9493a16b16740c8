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
  /** Written off or left owing: a debt. Paid back: an advance. */
  kind: given(z.enum(departureOutcomes, 'Choose written off, leaves owing or paid back')),
  reason: text(500),
  /** Cash without these fields. */
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
  /** Today if it is missing. */
  query: z.object({ removalDate: optionalDate }),
  reply: z.object({
    msg: z.string(),
    data: z.object({
      studentData: student,
      feesCleared: z.boolean(),
      /** Negative if paid in advance. */
      arrears: money,
      /** The part of it that drafts charge, which the family does not owe yet. */
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
    /** Class 10 only; the student is then graduated, otherwise left. */
    graduated: given(z._default(z.boolean(), false)),
    /** The outcome of a balance that is not 0; a voucher that is not posted yet is posted first. */
    outcome: z.optional(z.object(outcomeFields)),
    /** Another balance than the present one is refused. */
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
    /** Others than the present arrears are refused. */
    expectedBalance: seenBalance,
    /** Vouchers of later months without receipts are voided before the payment. */
    removalDate: optionalDate,
    ...paidByFields,
  }),
  reply: z.object({
    msg: z.literal('Arrears marked as paid successfully'),
    receiptNo: z.number(),
    amount: money,
  }),
})
