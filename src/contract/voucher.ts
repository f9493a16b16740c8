import { monthlyHeads, oneTimeHeads, voucherOnlyHeads } from '#domain/fee-heads.ts'
import { voucherKinds } from '#domain/voucher.ts'
import { z } from 'zod'
import { feeFields } from './fee-fields.ts'
import { rupeeNumber, schoolClass, section } from './fields.ts'

const { monthlyFee, ...otherMonthlyFees } = feeFields(monthlyHeads, rupeeNumber)

/** A voucher as every call answers it: the entity (spec 3.voucher) with the sums of the domain beside it; amounts in rupees. */
export const voucherOnWire = z.object({
  voucherNo: z.string(),
  /** The student's vouchers counted in the order of their making: the highest is the latest. */
  chainNo: z.number(),
  kind: z.enum(voucherKinds),
  studentName: z.string(),
  fatherName: z.string(),
  rollNo: z.number(),
  studentClass: schoolClass,
  section,
  campus: z.string(),
  feePeriod: z.string(),
  issueDate: z.string(),
  dueDate: z.string(),
  monthlyFee,
  netMonthlyFee: rupeeNumber,
  ...otherMonthlyFees,
  ...feeFields(oneTimeHeads, rupeeNumber),
  arrears: rupeeNumber,
  ...feeFields(voucherOnlyHeads, rupeeNumber),
  thisMonth: rupeeNumber,
  netReceivable: rupeeNumber,
  receivedAmount: rupeeNumber,
  netBalance: rupeeNumber,
  receivedBy: z.string(),
  receivedByName: z.string(),
  receivedDate: z.string(),
  editedBy: z.string(),
  feePaid: z.boolean(),
  posted: z.boolean(),
  note: z.string(),
  monthGenerated: z.number(),
  yearGenerated: z.number(),
  isRemoved: z.boolean(),
  carriedTo: z.string().nullable(),
  replacedBy: z.string().nullable(),
})

export type VoucherOnWire = z.output<typeof voucherOnWire>

export const paidStatuses = ['paid', 'unpaid', 'all'] as const
