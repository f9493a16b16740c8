import { z } from 'zod/mini'
import { monthlyHeads, oneTimeHeads, voucherOnlyHeads } from '#domain/fee-heads.ts'
import { voucherKinds } from '#domain/voucher.ts'
import { feeFields, schoolClass, section } from './fields.ts'
import { date, dateOrEmpty, money, period, withNames } from './wire.ts'

const { monthlyFee, ...otherMonthlyFees } = feeFields(monthlyHeads, money)

/** The fields of a voucher (spec 3.voucher) with the sums of the domain. */
export const voucherFields = z.object({
  voucherNo: z.string(),
  /** The place in the order of generation; the latest voucher has the highest. */
  chainNo: z.number(),
  kind: z.enum(voucherKinds),
  studentName: z.string(),
  fatherName: z.string(),
  rollNo: z.number(),
  studentClass: schoolClass,
  section,
  campus: z.string(),
  feePeriod: period,
  issueDate: date,
  dueDate: date,
  monthlyFee,
  netMonthlyFee: money,
  ...otherMonthlyFees,
  ...feeFields(oneTimeHeads, money),
  arrears: money,
  ...feeFields(voucherOnlyHeads, money),
  thisMonth: money,
  netReceivable: money,
  receivedAmount: money,
  /** Negative if adjustments lowered the balance. */
  adjusted: money,
  netBalance: money,
  receivedBy: z.string(),
  receivedByName: z.string(),
  receivedDate: dateOrEmpty,
  editedBy: z.string(),
  feePaid: z.boolean(),
  posted: z.boolean(),
  note: z.string(),
  monthGenerated: z.number(),
  yearGenerated: z.number(),
  isRemoved: z.boolean(),
  carriedTo: z.nullable(z.string()),
  replacedBy: z.nullable(z.string()),
  /** True if the voucher was voided, so that all lists and sums exclude it. */
  voided: z.boolean(),
})

/** Renames fields of a voucher to the names of the domain: `received`, `paid` and `left`. */
export const nameVoucherFields = <Shape extends typeof voucherFields.shape>(fields: z.ZodMiniObject<Shape>) =>
  withNames(fields, { receivedAmount: 'received', feePaid: 'paid', isRemoved: 'left' })

export const voucher = nameVoucherFields(voucherFields)

export type VoucherReply = z.output<typeof voucher>

/** The part of a month's voucher that is not paid, if money pays the oldest month first. */
export const unpaidMonth = z.object({
  year: z.number(),
  month: z.number(),
  dueDate: date,
  /** The charges of the month. */
  amount: money,
  unpaid: money,
})

export const paidStatuses = ['paid', 'unpaid', 'all'] as const
