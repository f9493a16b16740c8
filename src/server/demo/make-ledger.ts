// Makes the books of one student for three months.

import { addDays, type CalendarDate } from '#domain/calendar.ts'
import { addOneTimeFees, noOneTimeFees, type OneTimeFees } from '#domain/fee.ts'
import { less, paisa, sum, type Money } from '#domain/money.ts'
import { paidInCash, type PaidBy } from '#domain/payment-method.ts'
import { netBalance, netMonthlyFee } from '#domain/voucher-amounts.ts'
import type { Voucher } from '#domain/voucher.ts'
import type { DemoCampus } from './campuses.ts'
import type { Enrolled } from './enrolment.ts'
import { examinationNote, examined, examinedNext, joiningFees } from './fee-plan.ts'
import { latestOf, makeVoucher, openLedger, receive, type Ledger, type Stamp } from './ledger.ts'
import type { Random } from './random.ts'
import {
  monthNumbers,
  openDay,
  timeOn,
  type MonthNumber,
  type SchoolMonth,
  type SchoolYear,
} from './school-year.ts'

type Habit = 'prompt' | 'slow' | 'every other month' | 'behind' | 'ahead'

const habits = [
  ['prompt', 60],
  ['slow', 15],
  ['every other month', 12],
  ['behind', 7],
  ['ahead', 6],
] as const

/** A payment; `day` counts from the issue of the voucher. */
interface Instalment {
  readonly amount: Money
  readonly day: number
}

/** Returns a share of an amount in whole hundreds of rupees, as people pay; at least one hundred. */
const roundedShare = (amount: Money, share: number): Money =>
  paisa(Math.max(1, Math.round((amount * share) / 10_000)) * 10_000)

/** Draws a day, more often one of the first days than a later one. */
const earlyDay = (random: Random): number => Math.floor(random.next() ** 1.7 * 22)
const lateDay = (random: Random): number => random.between(11, 27)

function inParts(random: Random, balance: Money): Instalment[] {
  const part = roundedShare(balance, 0.3 + random.next() * 0.4)
  const first = { amount: part < balance ? part : balance, day: earlyDay(random) }
  const rest = { amount: less(balance, first.amount), day: Math.max(first.day, lateDay(random)) }
  return random.chance(0.4) && rest.amount > 0 ? [first, rest] : [first]
}

const inFull = (random: Random, balance: Money): Instalment[] => [{ amount: balance, day: earlyDay(random) }]

/** Returns payments that are late, or in parts, or missing. */
function slowly(random: Random, balance: Money): Instalment[] {
  if (random.chance(0.15)) return []
  return random.chance(0.5) ? [{ amount: balance, day: lateDay(random) }] : inParts(random, balance)
}

/** Returns the payments of a family with this habit on a voucher of this month. */
function instalments(
  random: Random,
  habit: Habit,
  voucher: Voucher,
  month: MonthNumber,
): readonly Instalment[] {
  const balance = netBalance(voucher)
  if (balance <= 0) return []
  switch (habit) {
    case 'prompt':
      return inFull(random, balance)
    case 'slow':
      return slowly(random, balance)
    case 'every other month':
      return month === 1 ? inFull(random, balance) : []
    case 'behind':
      return random.chance(0.25) ? [{ amount: roundedShare(balance, 0.25), day: lateDay(random) }] : []
    case 'ahead':
      return inFull(random, sum(balance, inAdvance(random, voucher)))
  }
}

/** Returns one or two monthly fees, which are paid in addition to the balance. */
const inAdvance = (random: Random, voucher: Voucher): Money => {
  const fee = netMonthlyFee(voucher)
  return random.chance(0.5) ? sum(fee, fee) : fee
}

/** Returns a different number for each month, because a cheque is paid only once. */
const chequeNo = (rollNo: number, on: CalendarDate): number => 300_000 + rollNo * 37 + Number(on.slice(5, 7))

/** The families that never pay in cash, by the last two digits of the roll number. */
const notInCash: readonly (readonly [digits: number, paid: (rollNo: number, on: CalendarDate) => PaidBy])[] =
  [
    [7, (rollNo, on) => ({ method: 'cheque', reference: `${chequeNo(rollNo, on)} HBL`, chequeDate: on })],
    [31, (rollNo, on) => ({ method: 'cheque', reference: `${chequeNo(rollNo, on)} MCB`, chequeDate: on })],
    [12, byNumber('bank', 'DS')],
    [24, byNumber('bank', 'DS')],
    [58, byNumber('bank', 'DS')],
    [19, byNumber('online', 'TX')],
    [43, byNumber('online', 'TX')],
    [66, byNumber('online', 'TX')],
    [88, byNumber('card', 'POS')],
  ]

/** Makes a reference of letters, the day and the roll number, as a bank prints it. */
function byNumber(method: 'bank' | 'online' | 'card', letters: string) {
  return (rollNo: number, on: CalendarDate): PaidBy => ({
    method,
    reference: `${letters}${on.replaceAll('-', '').slice(2)}${String(rollNo).padStart(4, '0')}`,
    chequeDate: null,
  })
}

/** Returns the method of a payment, which is mostly cash. */
const howPaid = (rollNo: number, on: CalendarDate): PaidBy =>
  notInCash.find(([digits]) => rollNo % 100 === digits)?.[1](rollNo, on) ?? paidInCash

/** The share of the unpaid vouchers that are paid today. */
const paidTodayShare = 0.05

const generatedAt = 7.75 * 3600
export const postedAt = 7.9 * 3600
const counterOpens = 8 * 3600
const counterCloses = 13.5 * 3600
/** Today's receipts are entered within this time after the counter opens. */
const enteredTodayWithinSeconds = 2400

interface LedgerContext {
  readonly campus: DemoCampus
  readonly year: SchoolYear
  readonly random: Random
}

const isPosted = (campus: DemoCampus, { studentClass }: Enrolled, month: MonthNumber): boolean =>
  month < 2 || !campus.unpostedClasses.includes(studentClass)

/** Draws a time and a user at the counter, not before the student's last receipt. */
function atCounter({ random, campus, year }: LedgerContext, ledger: Ledger, on: CalendarDate): Stamp {
  const second =
    on === year.today
      ? counterOpens + random.between(0, enteredTodayWithinSeconds)
      : random.between(counterOpens, counterCloses)
  const at = timeOn(year, on, second)
  const last = ledger.receipts.at(-1)?.entered.at ?? ''
  const by = random.chance(0.9) ? campus.desk.userId : campus.office.userId
  return { by, at: at > last ? at : last }
}

function pay(context: LedgerContext, ledger: Ledger, amount: Money, on: CalendarDate): Ledger {
  const stamp = atCounter(context, ledger, on)
  return receive(ledger, { paidBy: howPaid(ledger.student.rollNo, on), amount, on, stamp })
}

/** Returns the instalments with their dates, without future ones. */
function withDates(
  { random, year }: LedgerContext,
  planned: readonly Instalment[],
  { first, until }: SchoolMonth,
) {
  const [earliest] = planned
  if (until === year.today && earliest && random.chance(paidTodayShare))
    return [{ amount: earliest.amount, on: year.today }]
  return planned
    .map(({ amount, day }) => ({ amount, on: openDay(addDays(first, day), until) }))
    .filter(({ on }) => on <= until)
}

const withOneTimeFees = (ledger: Ledger, oneTime: OneTimeFees): Ledger => ({
  ...ledger,
  fees: { ...ledger.fees, ...addOneTimeFees(ledger.fees, oneTime) },
})

function monthlyVoucher({ campus, year }: LedgerContext, ledger: Ledger, month: MonthNumber): Ledger {
  const oneTime = month === 1 ? examined(ledger.student.studentClass) : noOneTimeFees
  const { month: calendarMonth, first } = year.months[month]
  return makeVoucher(withOneTimeFees(ledger, oneTime), {
    kind: 'monthly',
    month: calendarMonth,
    issueDate: first,
    posted: isPosted(campus, ledger.student, month),
    note: oneTime.examinationFee > 0 ? examinationNote : '',
    stamp: { by: campus.office.userId, at: timeOn(year, first, generatedAt) },
  })
}

function admission(context: LedgerContext, ledger: Ledger, month: MonthNumber): Ledger {
  const { student } = ledger
  const stamp = atCounter(context, ledger, student.admissionDate)
  const newLedger = makeVoucher(withOneTimeFees(ledger, joiningFees(student)), {
    kind: 'admission',
    month: context.year.months[month].month,
    issueDate: student.admissionDate,
    posted: true,
    note: '',
    stamp,
  })
  const voucher = latestOf(newLedger)
  const amount = voucher ? netBalance(voucher) : 0
  const on = student.admissionDate
  return amount > 0 ? receive(newLedger, { paidBy: paidInCash, amount: paisa(amount), on, stamp }) : newLedger
}

function paymentBeforeDeparture(
  context: LedgerContext,
  ledger: Ledger,
  month: MonthNumber,
  on: CalendarDate,
): Ledger {
  const voucher = latestOf(ledger)
  if (!voucher || voucher.paid) return ledger
  const { first, until } = context.year.months[month]
  const day = openDay(addDays(first, context.random.between(0, 9)), until)
  return pay(context, ledger, netBalance(voucher), day < on ? day : on)
}

function addMonth(context: LedgerContext, ledger: Ledger, habit: Habit, month: MonthNumber): Ledger {
  const { student } = ledger
  if (student.newIn === month) return admission(context, ledger, month)
  const newLedger = monthlyVoucher(context, ledger, month)
  if (student.departure) return paymentBeforeDeparture(context, newLedger, month, student.departure.on)
  const voucher = latestOf(newLedger)
  if (!voucher?.posted || voucher.paid) return newLedger
  const planned = instalments(context.random, habit, voucher, month)
  return withDates(context, planned, context.year.months[month]).reduce(
    (paidSoFar, { amount, on }) => pay(context, paidSoFar, amount, on),
    newLedger,
  )
}

export function makeLedger(context: LedgerContext, student: Enrolled): Ledger {
  const habit = context.random.weighted(habits)
  const months = monthNumbers.filter(
    (month) => month >= (student.newIn ?? 0) && month <= (student.departure?.month ?? 2),
  )
  const ledger = months.reduce((soFar, month) => addMonth(context, soFar, habit, month), openLedger(student))
  const hasExaminationFee = context.campus.examinationCharged && student.departure === null
  return hasExaminationFee ? withOneTimeFees(ledger, examinedNext(student.studentClass)) : ledger
}
