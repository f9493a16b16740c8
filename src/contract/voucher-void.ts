import { z } from 'zod/mini'
import { keepReasons } from '#domain/outcome.ts'
import { bulk, change, read } from './endpoint.ts'
import { given, numberParam, requiredDate, seenBalance, seenSum, text, wholeNumber } from './fields.ts'
import { date, instant, money } from './wire.ts'

const reason = text(500)

const voucherRun = z.object({
  runNo: z.number(),
  year: z.number(),
  month: z.number(),
  /** Null for a run of the campus. */
  rollNo: z.nullable(z.number()),
  studentName: z.nullable(z.string()),
  issueDate: date,
  dueDate: date,
  generatedAt: instant,
  generatedByName: z.string(),
  /** The number of valid vouchers, and their charges without arrears. */
  vouchers: z.number(),
  amount: money,
  posted: z.number(),
  /** The number of unpaid vouchers, whose due date can be changed. */
  unpaid: z.number(),
  unpaidPosted: z.number(),
  replaced: z.number(),
  voided: z.number(),
  voidedAt: z.nullable(instant),
  voidedByName: z.nullable(z.string()),
  voidReason: z.nullable(z.string()),
})
export type VoucherRunReply = z.output<typeof voucherRun>

export const voucherRuns = read('/finances/voucherRuns/:campus', {
  summary: 'Generations of vouchers, newest first, 50 at a time, and what became of their vouchers',
  access: 'staff',
  /** Lists only runs with a lower number. */
  query: z.object({ before: z.optional(numberParam('Not the number of a run')) }),
  reply: z.object({
    msg: z.string(),
    runs: z.array(voucherRun),
    more: z.boolean(),
  }),
})

const runVoucher = z.object({ voucherNo: z.string(), rollNo: z.number(), studentName: z.string() })

export const voidRunPreview = read('/finances/voidRunPreview/:campus/:runNo', {
  summary:
    'What voiding a run would do: how many vouchers, which cannot be voided and why, which are left alone',
  access: 'writer',
  reply: z.object({
    msg: z.string(),
    run: voucherRun,
    /** Send both back as `expectedCount` and `expectedAmount`. */
    count: z.number(),
    amount: money,
    posted: z.number(),
    /** Vouchers that cannot be voided; if there is any, the run cannot be voided. */
    kept: z.array(z.extend(runVoucher, { reason: z.enum(keepReasons) })),
    /** Vouchers that have been replaced since, which are left alone. */
    replaced: z.array(z.extend(runVoucher, { replacedBy: z.string() })),
  }),
})

export const voidRun = bulk('/finances/voidRun/:campus/:runNo', {
  summary:
    'Void the vouchers of a run, all or none; refused where one has receipts or is carried by a later one',
  access: 'writer',
  right: 'generate',
  body: z.object({
    reason,
    /** The figures that the preview showed; the call is refused if they have changed. */
    expectedCount: given(wholeNumber('A whole number', 0)),
    expectedAmount: seenSum,
  }),
  reply: z.object({ msg: z.literal('Run voided'), count: z.number(), amount: money }),
})

export const voidVoucher = change('/finances/voidVoucher/:campus/:voucherNo', {
  summary: "Void a student's latest voucher, if it never had a receipt",
  access: 'writer',
  right: 'generate',
  body: z.object({ reason, expectedBalance: seenBalance }),
  reply: z.object({
    msg: z.literal('Voucher voided'),
    /** The student's balance after voiding. */
    balance: money,
  }),
})

export const redateRun = bulk('/finances/redateRun/:campus/:runNo', {
  summary: 'Give the unpaid vouchers of a run another due date',
  access: 'writer',
  right: 'generate',
  body: z.object({ dueDate: requiredDate, reason }),
  reply: z.object({
    msg: z.literal('Due date changed'),
    count: z.number(),
    /** The number of posted vouchers among them, whose families have a paper with the old date. */
    posted: z.number(),
  }),
})
