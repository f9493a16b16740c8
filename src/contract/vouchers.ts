import { voucherKinds } from '#domain/voucher.ts'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import {
  campusParam,
  date,
  monthParam,
  nothingSaid,
  optionalDate,
  optionalText,
  optionalYear,
  rupeeNumber,
  schoolClass,
  section,
} from './fields.ts'

/** A voucher as every call answers it: the entity of spec 3.voucher with the sums of the domain beside it; amounts in rupees. */
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
  monthlyFee: rupeeNumber,
  netMonthlyFee: rupeeNumber,
  discount: rupeeNumber,
  registrationFee: rupeeNumber,
  admissionFee: rupeeNumber,
  examinationFee: rupeeNumber,
  arrears: rupeeNumber,
  fine: rupeeNumber,
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

/** The dates of a voucher about to be generated; what is left out takes its default (spec 5.new-admission). */
const voucherDates = {
  fromDate: date,
  toDate: optionalDate,
  issueDate: optionalDate,
  dueDate: optionalDate,
  note: optionalText(500),
}

export const generateForCampus = endpoint({
  method: 'POST',
  path: '/finances/generateVoucher/campus/:campus',
  summary: "Generate the month's vouchers for every active student of the campus who has none: all or none",
  access: 'writer',
  effect: 'changes many',
  params: z.object({ campus: campusParam }),
  body: z.object(voucherDates),
  reply: z.object({
    msg: z.literal('Vouchers generated successfully'),
    generated: z.number(),
    skipped: z.number(),
  }),
})

export const campusPreview = endpoint({
  method: 'GET',
  path: '/finances/campusVoucherPreview/:campus/:fromDate',
  summary: 'What a campus run for the month of this date would do: how many, the sum, who is skipped and why',
  access: 'writer',
  effect: 'reads',
  params: z.object({ campus: campusParam, fromDate: date }),
  body: nothingSaid,
  reply: z.object({
    msg: z.string(),
    year: z.number(),
    month: z.number(),
    students: z.number(),
    thisMonth: rupeeNumber,
    arrears: rupeeNumber,
    netReceivable: rupeeNumber,
    skipped: z.array(
      z.object({
        rollNo: z.number(),
        studentName: z.string(),
        fatherName: z.string(),
        studentClass: schoolClass,
        section,
        /** The voucher that the student already has for the month. */
        voucherNo: z.string(),
        kind: z.enum(voucherKinds),
      }),
    ),
  }),
})

const campusAndMonth = z.object({ campus: campusParam, monthNumber: monthParam })
/** Without a year the number means the month between five back and six ahead (decisions 3.months.number, decisions 6.months.no-year). */
const ofYear = z.object({ year: optionalYear })
/** A voucher to be posted or unposted. */
const listedVoucherOnWire = voucherOnWire.extend({
  /** Whether there is a receipt on it, be it one that was taken back: then it stays posted. */
  hasReceipts: z.boolean(),
})
export type ListedVoucherOnWire = z.output<typeof listedVoucherOnWire>
const voucherList = z.object({ msg: z.string(), vouchers: z.array(listedVoucherOnWire) })

export const unpostedVouchers = endpoint({
  method: 'GET',
  path: '/finances/getUnpostedVouchers/:campus/:monthNumber',
  summary: 'The vouchers of a month that wait to be posted',
  access: 'writer',
  effect: 'reads',
  params: campusAndMonth,
  query: ofYear,
  body: nothingSaid,
  reply: voucherList,
})

export const postedVouchers = endpoint({
  method: 'GET',
  path: '/finances/getPostedVouchers/:campus/:monthNumber',
  summary: 'The posted vouchers of a month',
  access: 'writer',
  effect: 'reads',
  params: campusAndMonth,
  query: ofYear,
  body: nothingSaid,
  reply: voucherList,
})

const posting = z.object({ msg: z.literal('success'), count: z.number() })

export const postMonth = endpoint({
  method: 'POST',
  path: '/finances/postVouchers/:campus/:monthNumber',
  summary: 'Post the vouchers of a month',
  access: 'writer',
  effect: 'changes many',
  params: campusAndMonth,
  query: ofYear,
  body: ofYear,
  reply: posting,
})

export const unpostMonth = endpoint({
  method: 'POST',
  path: '/finances/unpostVouchers/:campus/:monthNumber',
  summary: 'Unpost the vouchers of a month on which nothing was received',
  access: 'writer',
  effect: 'changes many',
  params: campusAndMonth,
  query: ofYear,
  body: ofYear,
  reply: posting,
})

export const vouchersToPost = endpoint({
  method: 'GET',
  path: '/finances/checkIfVoucherNeedsToBePosted/:campus',
  summary: 'The months that still have vouchers to post, with how many',
  access: 'staff',
  effect: 'reads',
  params: z.object({ campus: campusParam }),
  body: nothingSaid,
  reply: z.object({
    msg: z.string(),
    needsPosting: z.boolean(),
    months: z.array(z.object({ year: z.number(), month: z.number(), count: z.number() })),
  }),
})

export const vouchersToUnpost = endpoint({
  method: 'GET',
  path: '/finances/checkIfVouchersCanBeUnposted/:campus',
  summary: 'The months that have vouchers which can be unposted, with how many',
  access: 'writer',
  effect: 'reads',
  params: z.object({ campus: campusParam }),
  body: nothingSaid,
  reply: z.object({
    msg: z.string(),
    months: z.array(z.object({ year: z.number(), month: z.number(), count: z.number() })),
  }),
})
