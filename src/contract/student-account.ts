import { z } from 'zod/mini'
import { accountEventKinds } from '#domain/account-events.ts'
import { paymentMethods } from '#domain/payment-method.ts'
import { read } from './endpoint.ts'
import { given, schoolClass, section } from './fields.ts'
import { datedFee, student, studentFees } from './student.ts'
import { paidStatuses, unpaidMonth, voucher } from './voucher.ts'
import { date, instant, money } from './wire.ts'

export const vouchersOfStudent = read('/finances/individualAllVouchers/:campus/:rollNo/:status?', {
  summary: "A student's vouchers, oldest first: paid, unpaid or (where the last part is omitted) all",
  access: 'writer',
  logged: 'record read',
  params: { status: given(z._default(z.enum(paidStatuses), 'all')) },
  reply: z.object({ msg: z.string(), vouchers: z.array(voucher) }),
})

const accountEvent = z.object({
  kind: z.enum(accountEventKinds),
  /** The issue date of a voucher, or the day of a receipt or change. */
  date,
  enteredAt: instant,
  /** A user id. */
  who: z.string(),
  whoName: z.string(),
  voucherNo: z.string(),
  receiptNo: z.nullable(z.number()),
  adjustmentNo: z.nullable(z.number()),
  reverses: z.nullable(z.number()),
  /** Set for a receipt, a reversal or a refund. */
  method: z.nullable(z.enum(paymentMethods)),
  reference: z.string(),
  chequeDate: z.nullable(date),
  /** The other voucher: the carrier, the replacement, or the source of the debt. */
  other: z.nullable(z.string()),
  note: z.string(),
  /** The change of the balance: negative for a receipt, 0 for a carried balance. */
  amount: money,
  /** The balance after the event, negative if paid in advance; null for an event of a draft. */
  balance: z.nullable(money),
})

export type AccountEventReply = z.output<typeof accountEvent>

const accountVoucher = z.object({
  voucherNo: z.string(),
  year: z.number(),
  month: z.number(),
  dueDate: date,
  /** The charges without arrears; for an opening voucher, the opening balance. */
  amount: money,
  receivedAmount: money,
  adjusted: money,
  netBalance: money,
  posted: z.boolean(),
  feePaid: z.boolean(),
  carriedTo: z.nullable(z.string()),
  voidable: z.boolean(),
})

export type AccountVoucherReply = z.output<typeof accountVoucher>

export const studentAccount = read('/admissions/studentAccount/:rollNo/:campus', {
  summary: "A student's page: record, fees, and the account with its running balance; also of who has left",
  access: 'staff',
  logged: 'record read',
  reply: z.object({
    msg: z.string(),
    studentData: student,
    monthlyFeeData: studentFees,
    /** The planned fees, earliest first. */
    plannedFees: z.array(datedFee),
    /** The balance of the last posted voucher; negative if paid in advance. */
    balance: money,
    dueSince: z.nullable(date),
    /** The charges of drafts after the last posted voucher, which are not owed yet. */
    notPosted: money,
    /** The debt at departure or graduation, with the reason for accepting it. */
    leftOwing: z.nullable(z.object({ amount: money, reason: z.string() })),
    erasedOn: z.nullable(date),
    /** The unpaid part of each voucher, oldest month first; adds up to the balance if it is a debt. */
    unpaid: z.array(z.object({ voucherNo: z.string(), ...unpaidMonth.shape })),
    /** The vouchers that are neither replaced nor voided, oldest first. */
    vouchers: z.array(accountVoucher),
    /** Siblings at the campus, by the father's CNIC, or by phone and father's name if a CNIC is missing. */
    family: z.array(
      z.object({
        rollNo: z.number(),
        studentName: z.string(),
        studentClass: schoolClass,
        section,
        balance: money,
        dueSince: z.nullable(date),
      }),
    ),
    /** The events in the order of entry. */
    account: z.array(accountEvent),
  }),
})
