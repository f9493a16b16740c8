import { z } from 'zod/mini'
import { ages } from '#domain/ageing.ts'
import { read } from './endpoint.ts'
import { monthParam, optionalYear, schoolClass, section } from './fields.ts'
import { receiptWithClass } from './receipt.ts'
import { date, instant, money } from './wire.ts'

const countAndTotal = { count: z.number(), total: money }

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
/** The numbers of vouchers generated, to be posted, and not paid in full. */
const vouchersOfMonth = { vouchers: z.number(), toPost: z.number(), unpaid: z.number() }
const collected = { billed: money, received: money }
const ageKeys = ages.map(({ key }) => key)

export const campusOverview = read('/finances/campusOverview/:campus/:month', {
  summary: 'The figures of a campus for its dashboard: received, charged, owed, and its students',
  access: 'staff',
  /** Without a year, the number is that of a month from five months back to six ahead (decisions 3.months.number). */
  params: { month: monthParam },
  query: z.object({ year: optionalYear }),
  reply: z.object({
    msg: z.string(),
    today: z.object({
      /** Receipts minus reversals of today, as in Fee received; `mine` has those of the caller. */
      ...countAndTotal,
      mine: z.object(countAndTotal),
      yesterday: z.object(countAndTotal),
      /** The number of reversals entered today, whatever their date. */
      corrected: z.number(),
    }),
    /** The number of drawers with receipts of earlier days that no closing covers; 0 if the campus never closed one. */
    drawersToClose: z.number(),
    /** The last receipts that were not reversed, newest first. */
    lastReceipts: z.array(lastReceipt),
    /** The vouchers of the month, and what was collected on those that count as owed (domain/collected.ts). */
    month: z.object({
      ...month,
      ...vouchersOfMonth,
      ...collected,
      /** Received on these vouchers for arrears, and beyond everything due on them. */
      arrears: money,
      advance: money,
    }),
    nextMonth: z.object({ ...month, hasVouchers: z.boolean() }),
    /** True if any monthly voucher is posted; until then the campus is being set up. */
    hasPosted: z.boolean(),
    /** Each debt is counted once and split by month, oldest paid first; advances and drafts are separate. */
    dues: z.object({
      /** `since` is the earliest due date. */
      overdue: z.object({ students: z.number(), amount: money, since: z.nullable(date) }),
      /** The overdue amount by the days since it was due, without empty ages. */
      ages: z.array(z.object({ age: z.enum(ageKeys), amount: money })),
      /** The months that are not due yet, each with its earliest due date. */
      notDue: z.array(z.object({ ...month, dueDate: date, amount: money })),
      /** The students who owe three months or more. */
      long: z.object({ students: z.number(), amount: money }),
      advance: money,
      /** The charges of drafts that follow the last posted vouchers, which are not owed yet. */
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
    /** Numbers of students: at school now, with incomplete records, admitted and left in the month. */
    students: z.object({
      active: z.number(),
      incomplete: z.number(),
      admitted: z.number(),
      left: z.number(),
    }),
    /** The collected part of the month, and the overdue amount of all months, by class in the order of the school. */
    byClass: z.array(z.object({ studentClass: schoolClass, ...collected, overdue: money })),
    /** The days of the month that have receipts. */
    byDay: z.array(z.object({ date, total: money })),
    /** The sums received today, in the month, and since the school year began. */
    byReceiver: z.array(
      z.object({ receivedBy: z.string(), name: z.string(), today: money, month: money, year: money }),
    ),
    /** The twelve months up to the given month: billed for it, and received on its days. */
    months: z.array(
      z.object({ ...month, billed: money, received: money, admitted: z.number(), left: z.number() }),
    ),
  }),
})

export const setUpState = read('/finances/setUpState/:campus', {
  summary: 'What of a new campus is set up already',
  access: 'admin',
  reply: z.object({
    msg: z.string(),
    classesInPlan: z.number(),
    /** The number of students in any state. */
    students: z.number(),
    /** True if any student has a monthly voucher. */
    hasVouchers: z.boolean(),
    /** The number of users who can sign in. */
    users: z.number(),
  }),
})

export const untrustedProxies = read('/users/untrustedProxies', {
  summary:
    'The addresses that forwarded callers in the last day without being trusted, as seen by this server',
  access: 'admin',
  reply: z.object({
    msg: z.string(),
    /** At most three proxies, the last seen first. */
    proxies: z.array(z.object({ address: z.string(), seenAt: instant })),
  }),
})

export const backupStatus = read('/users/backupStatus/:campus', {
  summary: 'The last backup of the school, one that failed after it, and the last rehearsal of a restore',
  access: 'admin',
  reply: z.object({
    msg: z.string(),
    lastBackup: z.nullable(z.object({ madeAt: instant, isEncrypted: z.boolean() })),
    failedAt: z.nullable(instant),
    lastRehearsal: z.nullable(z.object({ rehearsedAt: instant, isSound: z.boolean() })),
  }),
})

/** Counts alerts only; the log itself is a report (reports/security-log.ts). */
export const securityAlerts = read('/users/securityAlerts/:campus', {
  summary: 'How many alerts of the security log no admin of the campus has seen',
  access: 'admin',
  reply: z.object({
    msg: z.string(),
    /** The number of alerts since an admin last read the log. */
    count: z.number(),
    /** The time of the first of these alerts; null if there are none. */
    since: z.nullable(instant),
  }),
})
