import { z } from 'zod/mini'
import { feeHeads } from '#domain/fee-heads.ts'
import { voucherKinds } from '#domain/voucher.ts'
import { bulk, change, read } from './endpoint.ts'
import {
  feeFields,
  optionalDate,
  optionalPeriod,
  optionalText,
  requiredDate,
  schoolClass,
  section,
  seenBalance,
  unusedValue,
} from './fields.ts'
import { voucher, voucherFields } from './voucher.ts'
import { money } from './wire.ts'

/** The voucher as the page shows it before it is generated (spec 3.voucher). */
const shownVoucher = z.extend(z.partial(voucherFields), {
  feePeriod: optionalPeriod,
  issueDate: optionalDate,
  dueDate: optionalDate,
})

export const generateForStudent = change('/finances/generateVoucher/student/:rollNo', {
  summary:
    "Generate a student's voucher for a month; with `forceGenerate` one in place of the month's voucher",
  access: 'writer',
  right: 'generate',
  body: z.object({
    fromDate: requiredDate,
    toDate: optionalDate,
    issueDate: optionalDate,
    dueDate: optionalDate,
    note: optionalText(500),
    /** Accepted and not used: the voucher is built from the school's own records. */
    voucherData: unusedValue(shownVoucher),
    studentData: z.optional(z.unknown()),
    forceGenerate: z._default(z.boolean('Either true or false'), false),
    /** The balance of the latest voucher that the clerk saw; the call is refused if it has changed. */
    expectedBalance: seenBalance,
  }),
  reply: z.object({ msg: z.literal('Voucher generated successfully'), voucher }),
})

export const studentVoucherPreview = read('/finances/studentVoucherPreview/:campus/:rollNo/:fromDate', {
  summary:
    "What a student's voucher for the month of this date would contain, and which one it would replace",
  access: 'writer',
  logged: 'record read',
  reply: z.object({
    msg: z.string(),
    year: z.number(),
    month: z.number(),
    voucherNo: z.string(),
    ...feeFields(feeHeads, money),
    arrears: money,
    thisMonth: money,
    netReceivable: money,
    /** The balance of the latest voucher, 0 if there is none; send it back as `expectedBalance`. */
    balance: money,
    /** The voucher whose balance the new voucher would take over. */
    carries: z.nullable(z.string()),
    /** The month's voucher, which the new voucher would replace. */
    replaces: z.nullable(voucher),
    /** The later voucher to which the month's voucher was carried; no voucher can be generated then. */
    takenOverBy: z.nullable(z.string()),
  }),
})

/** Missing dates take their defaults (spec 5.new-admission). */
const voucherDates = {
  fromDate: requiredDate,
  toDate: optionalDate,
  issueDate: optionalDate,
  dueDate: optionalDate,
  note: optionalText(500),
}

export const generateForCampus = bulk('/finances/generateVoucher/campus/:campus', {
  summary: "Generate the month's vouchers for every active student of the campus who has none: all or none",
  access: 'writer',
  right: 'generate',
  body: z.object(voucherDates),
  reply: z.object({
    msg: z.literal('Vouchers generated successfully'),
    generated: z.number(),
    skipped: z.number(),
  }),
})

export const campusPreview = read('/finances/campusVoucherPreview/:campus/:fromDate', {
  summary:
    'What a campus run for the month of this date would do: how many, the sums by class, who is skipped and why',
  access: 'writer',
  reply: z.object({
    msg: z.string(),
    year: z.number(),
    month: z.number(),
    students: z.number(),
    thisMonth: money,
    arrears: money,
    netReceivable: money,
    /** The classes that would get vouchers. */
    byClass: z.array(
      z.object({
        studentClass: schoolClass,
        students: z.number(),
        thisMonth: money,
        arrears: money,
        netReceivable: money,
        /** A student of the class, for a preview of one voucher. */
        sampleRollNo: z.number(),
      }),
    ),
    skipped: z.array(
      z.object({
        rollNo: z.number(),
        studentName: z.string(),
        fatherName: z.string(),
        studentClass: schoolClass,
        section,
        voucherNo: z.string(),
        kind: z.enum(voucherKinds),
      }),
    ),
  }),
})
