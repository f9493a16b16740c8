// Three months of one student's vouchers and receipts.

import { addDays, type CalendarDate } from '#domain/calendar.ts'
import { addOneTimeFees, noOneTimeFees, type OneTimeFees } from '#domain/fee.ts'
import { paisa, type Money } from '#domain/money.ts'
import { paidInCash } from '#domain/payment-method.ts'
import { netBalance } from '#domain/voucher-amounts.ts'
import type { DemoCampus } from './campuses.ts'
import type { Enrolled } from './enrolment.ts'
import { examinationNote, examined, examinedNext, joiningFees } from './fee-plan.ts'
import { habits, howPaid, instalments, type Habit, type Instalment } from './habits.ts'
import {
  correct,
  latestOf,
  makeVoucher,
  openLedger,
  receive,
  replaceLatest,
  type Ledger,
  type Stamp,
} from './ledger.ts'
import type { Random } from './random.ts'
import {
  clockTime,
  monthNumbers,
  openDay,
  timeOn,
  type MonthNumber,
  type SchoolMonth,
  type SchoolYear,
} from './school-year.ts'

/** The share of receipts that are first entered wrongly and then corrected. */
const mistakeShare = 0.03
/** The share of the vouchers open today that are paid today. */
const paidTodayShare = 0.05

export const generatedAt = 7.75 * 3600
export const postedAt = 7.9 * 3600
const replacedAt = 7.95 * 3600
const counterOpens = 8 * 3600
const counterCloses = 13.5 * 3600
/** Today's receipts are entered within this time of opening. */
const enteredTodayWithinSeconds = 2400

interface LedgerContext {
  readonly campus: DemoCampus
  readonly year: SchoolYear
  readonly random: Random
}

const isPosted = (campus: DemoCampus, { studentClass }: Enrolled, month: MonthNumber): boolean =>
  month < 2 || !campus.unpostedClasses.includes(studentClass)

/** One voucher in forty of the two later months is replaced, each month another student's. */
const isReplaced = ({ rollNo }: Enrolled, month: MonthNumber): boolean => month > 0 && rollNo % 40 === month

/** A time at the counter, after the student's last receipt. */
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

/** The amount with a digit too many or too few. */
const mistaken = (random: Random, amount: Money): Money =>
  paisa(random.chance(0.5) ? amount * 10 : Math.max(100, Math.round(amount / 10)))

function pay(context: LedgerContext, ledger: Ledger, amount: Money, on: CalendarDate): Ledger {
  const { random, year } = context
  const stamp = atCounter(context, ledger, on)
  const paidBy = howPaid(ledger.student.rollNo, on)
  const received = latestOf(ledger)?.received ?? 0
  if (received !== 0 || amount > 2_000_000 || !random.chance(mistakeShare))
    return receive(ledger, { paidBy, amount, on, stamp })
  const wrong = receive(ledger, { paidBy, amount: mistaken(random, amount), on, stamp })
  const soon = random.between(120, 900) * (on === year.today ? year.morning : 1)
  const later = { ...stamp, at: clockTime(on, secondsOf(stamp.at) + soon) }
  return correct(wrong, { paidBy, amount, on, stamp: later })
}

const secondsOf = (at: string): number =>
  Number(at.slice(11, 13)) * 3600 + Number(at.slice(14, 16)) * 60 + Number.parseFloat(at.slice(17))

/** The instalments with their dates, without those in the future. */
function dated(
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
  const made = makeVoucher(withOneTimeFees(ledger, oneTime), {
    kind: 'monthly',
    month: calendarMonth,
    issueDate: first,
    posted: isPosted(campus, ledger.student, month),
    note: oneTime.examinationFee > 0 ? examinationNote : '',
    stamp: { by: campus.office.userId, at: timeOn(year, first, generatedAt) },
  })
  if (!isReplaced(ledger.student, month)) return made
  return replaceLatest(made, { by: campus.office.userId, at: timeOn(year, first, replacedAt) })
}

function admission(context: LedgerContext, ledger: Ledger, month: MonthNumber): Ledger {
  const { student } = ledger
  const stamp = atCounter(context, ledger, student.admissionDate)
  const made = makeVoucher(withOneTimeFees(ledger, joiningFees(student)), {
    kind: 'admission',
    month: context.year.months[month].month,
    issueDate: student.admissionDate,
    posted: true,
    note: '',
    stamp,
  })
  const voucher = latestOf(made)
  const amount = voucher ? netBalance(voucher) : 0
  const on = student.admissionDate
  return amount > 0 ? receive(made, { paidBy: paidInCash, amount: paisa(amount), on, stamp }) : made
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
  const made = monthlyVoucher(context, ledger, month)
  if (student.departure) return paymentBeforeDeparture(context, made, month, student.departure.on)
  const voucher = latestOf(made)
  if (!voucher?.posted || voucher.paid) return made
  const planned = instalments(context.random, habit, voucher, month)
  return dated(context, planned, context.year.months[month]).reduce(
    (paidSoFar, { amount, on }) => pay(context, paidSoFar, amount, on),
    made,
  )
}

/** A student's ledger on today's date. */
export function makeLedger(context: LedgerContext, student: Enrolled): Ledger {
  const habit = context.random.weighted(habits)
  const months = monthNumbers.filter(
    (month) => month >= (student.newIn ?? 0) && month <= (student.departure?.month ?? 2),
  )
  const ledger = months.reduce((soFar, month) => addMonth(context, soFar, habit, month), openLedger(student))
  const hasExaminationFee = context.campus.examinationCharged && student.departure === null
  return hasExaminationFee ? withOneTimeFees(ledger, examinedNext(student.studentClass)) : ledger
}
