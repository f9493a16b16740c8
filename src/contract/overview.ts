import { z } from 'zod/mini'
import { read } from './endpoint.ts'
import { monthParam, optionalYear, schoolClass, section } from './fields.ts'
import { receiptWithClass } from './receipt.ts'
import { date, instant, money } from './wire.ts'

const counted = { count: z.number(), total: money }

const lastReceipt = z.pick(receiptWithClass, {
  receiptNo: true,
  voucherNo: true,
  rollNo: true,
  studentName: true,
  studentClass: true,
  section: true,
  amount: true,
  receivedDate: true,
  enteredAt: true,
})

export type LastReceipt = z.output<typeof lastReceipt>

const month = { year: z.number(), month: z.number() }

export const campusOverview = read('/finances/campusOverview/:campus/:month', {
  summary: 'The figures of a campus for its dashboard: received, charged, owed, and its students',
  access: 'staff',
  /** Without a year, the number means a month from five months back to six ahead (decisions 3.months.number). */
  params: { month: monthParam },
  query: z.object({ year: optionalYear }),
  reply: z.object({
    msg: z.string(),
    today: z.object({
      /** Receipts less reversals that day, as in Fee received; `mine` are the caller's. */
      ...counted,
      mine: z.object(counted),
      yesterday: z.object(counted),
      /** Reversals entered that day, on whatever day they are dated. */
      corrected: z.number(),
    }),
    /** Drawers with receipts from before that day that no closing covers; 0 if the campus closes none. */
    drawersToClose: z.number(),
    /** Newest first, without reversed ones. */
    lastReceipts: z.array(lastReceipt),
    /** The amounts due are with arrears. */
    month: z.object({
      ...month,
      vouchers: z.number(),
      charged: money,
      received: money,
      paid: z.number(),
      /** Unpaid with a part received. */
      part: z.number(),
      /** Unpaid with nothing received. */
      unpaid: z.number(),
      /** The posted vouchers among the two above that carry a debt past its due date. */
      overdue: z.number(),
      toPost: z.number(),
    }),
    nextMonth: z.object({ ...month, hasVouchers: z.boolean() }),
    /** True if any monthly voucher is posted; until then the campus is being set up. */
    hasPosted: z.boolean(),
    /** Each debt is counted once, by the number of unpaid vouchers; advances and drafts apart. */
    dues: z.object({
      total: money,
      students: z.number(),
      ageing: z.array(
        z.object({
          /** 3 for three and more. */
          months: z.number(),
          students: z.number(),
          amount: money,
        }),
      ),
      advance: money,
      /** The charges of drafts after last posted vouchers; not owed yet. */
      notPosted: money,
      top: z.array(
        z.object({
          rollNo: z.number(),
          studentName: z.string(),
          studentClass: schoolClass,
          section,
          months: z.number(),
          amount: money,
        }),
      ),
    }),
    /** The number of students at school now, with incomplete records, and admitted or gone in the month. */
    students: z.object({
      active: z.number(),
      incomplete: z.number(),
      admitted: z.number(),
      left: z.number(),
    }),
    /** The month's vouchers and the dues of now, in the order of the school. */
    byClass: z.array(
      z.object({
        studentClass: schoolClass,
        vouchers: z.number(),
        charged: money,
        received: money,
        dues: money,
      }),
    ),
    /** Only days with receipts. */
    byDay: z.array(z.object({ date, total: money })),
    /** Today, in the month, and since the school year began. */
    byReceiver: z.array(
      z.object({ receivedBy: z.string(), name: z.string(), today: money, month: money, year: money }),
    ),
    /** The months up to the given one; charged without arrears. */
    months: z.array(
      z.object({ ...month, charged: money, received: money, admitted: z.number(), left: z.number() }),
    ),
  }),
})

export const setUpState = read('/finances/setUpState/:campus', {
  summary: 'What of a new campus is set up already',
  access: 'admin',
  reply: z.object({
    msg: z.string(),
    classesInPlan: z.number(),
    /** Students of any state. */
    students: z.number(),
    /** Monthly vouchers of any student. */
    hasVouchers: z.boolean(),
    /** Users who can sign in. */
    users: z.number(),
  }),
})

export const untrustedProxies = read('/users/untrustedProxies', {
  summary:
    'The addresses that forwarded callers in the last day without being trusted, as seen by this server',
  access: 'admin',
  reply: z.object({
    msg: z.string(),
    /** Has at most three, the last seen first. */
    proxies: z.array(z.object({ address: z.string(), seenAt: instant })),
  }),
})
