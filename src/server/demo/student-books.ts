// Three months of one student's money, told voucher by voucher.

import { addDays, type CalendarDate } from '#domain/calendar.ts'
import { addOneTimeFees, noOneTimeFees, type OneTimeFees } from '#domain/fee.ts'
import { paisa, type Money } from '#domain/money.ts'
import { netBalance } from '#domain/voucher-amounts.ts'
import type { DemoCampus } from './campuses.ts'
import type { Dice } from './random.ts'
import type { Enrolled } from './enrolment.ts'
import { examinationNote, examined, examinedNext, joiningFees } from './fee-plan.ts'
import { habits, instalments, type Habit, type Instalment } from './habits.ts'
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
import {
  clockTime,
  monthNumbers,
  openDay,
  type MonthNumber,
  type SchoolMonth,
  type SchoolYear,
} from './school-year.ts'

/** Of the receipts, so many are first written wrongly and then corrected. */
const mistakes = 0.03
/** Of the vouchers that are open today, so many are paid today. */
const paidToday = 0.05

export const generatedAt = 7.75 * 3600
export const postedAt = 7.9 * 3600
const replacedAt = 7.95 * 3600
const counterOpens = 8 * 3600
const counterCloses = 13.5 * 3600
/** Today's receipts are written early, so that they are not in the future of who looks at them. */
const writtenToday = 2400

interface Telling {
  readonly campus: DemoCampus
  readonly year: SchoolYear
  readonly dice: Dice
}

const isPosted = (campus: DemoCampus, { studentClass }: Enrolled, month: MonthNumber): boolean =>
  month < 2 || !campus.unpostedClasses.includes(studentClass)

/** One voucher in forty of the two later months is replaced, each month another student's. */
const isReplaced = ({ rollNo }: Enrolled, month: MonthNumber): boolean => month > 0 && rollNo % 40 === month

/** A moment at the counter, after what was written for the student before. */
function atCounter({ dice, campus, year }: Telling, ledger: Ledger, on: CalendarDate): Stamp {
  const second =
    on === year.today
      ? counterOpens + dice.between(0, writtenToday)
      : dice.between(counterOpens, counterCloses)
  const at = clockTime(on, second)
  const last = ledger.receipts.at(-1)?.entered.at ?? ''
  const by = dice.chance(0.9) ? campus.desk.userId : campus.office.userId
  return { by, at: at > last ? at : last }
}

/** A digit too many or too few. */
const mistaken = (dice: Dice, amount: Money): Money =>
  paisa(dice.chance(0.5) ? amount * 10 : Math.max(100, Math.round(amount / 10)))

function pay(telling: Telling, ledger: Ledger, amount: Money, on: CalendarDate): Ledger {
  const { dice } = telling
  const stamp = atCounter(telling, ledger, on)
  const received = latestOf(ledger)?.received ?? 0
  if (received !== 0 || amount > 2_000_000 || !dice.chance(mistakes))
    return receive(ledger, { amount, on, stamp })
  const wrong = receive(ledger, { amount: mistaken(dice, amount), on, stamp })
  const later = { ...stamp, at: clockTime(on, secondsOf(stamp.at) + dice.between(120, 900)) }
  return correct(wrong, { amount, on, stamp: later })
}

const secondsOf = (at: string): number =>
  Number(at.slice(11, 13)) * 3600 + Number(at.slice(14, 16)) * 60 + Number(at.slice(17, 19))

/** The dates on which the instalments come; those of the future are not written yet. */
function dated({ dice, year }: Telling, planned: readonly Instalment[], { first, until }: SchoolMonth) {
  const [earliest] = planned
  if (until === year.today && earliest && dice.chance(paidToday))
    return [{ amount: earliest.amount, on: year.today }]
  return planned
    .map(({ amount, day }) => ({ amount, on: openDay(addDays(first, day), until) }))
    .filter(({ on }) => on <= until)
}

const withWaiting = (ledger: Ledger, oneTime: OneTimeFees): Ledger => ({
  ...ledger,
  fees: { ...ledger.fees, ...addOneTimeFees(ledger.fees, oneTime) },
})

function monthlyVoucher({ campus, year }: Telling, ledger: Ledger, month: MonthNumber): Ledger {
  const oneTime = month === 1 ? examined(ledger.student.studentClass) : noOneTimeFees
  const { month: calendarMonth, first } = year.months[month]
  const made = makeVoucher(withWaiting(ledger, oneTime), {
    kind: 'monthly',
    month: calendarMonth,
    issueDate: first,
    posted: isPosted(campus, ledger.student, month),
    note: oneTime.examinationFee > 0 ? examinationNote : '',
    stamp: { by: campus.office.userId, at: clockTime(first, generatedAt) },
  })
  if (!isReplaced(ledger.student, month)) return made
  return replaceLatest(made, { by: campus.office.userId, at: clockTime(first, replacedAt) })
}

function admission(telling: Telling, ledger: Ledger, month: MonthNumber): Ledger {
  const { student } = ledger
  const stamp = atCounter(telling, ledger, student.admissionDate)
  const made = makeVoucher(withWaiting(ledger, joiningFees(student)), {
    kind: 'admission',
    month: telling.year.months[month].month,
    issueDate: student.admissionDate,
    posted: true,
    note: '',
    stamp,
  })
  const voucher = latestOf(made)
  const amount = voucher ? netBalance(voucher) : 0
  return amount > 0 ? receive(made, { amount: paisa(amount), on: student.admissionDate, stamp }) : made
}

function leavingPayment(telling: Telling, ledger: Ledger, month: MonthNumber, on: CalendarDate): Ledger {
  const voucher = latestOf(ledger)
  if (!voucher || voucher.paid) return ledger
  const { first, until } = telling.year.months[month]
  const day = openDay(addDays(first, telling.dice.between(0, 9)), until)
  return pay(telling, ledger, netBalance(voucher), day < on ? day : on)
}

function tellMonth(telling: Telling, ledger: Ledger, habit: Habit, month: MonthNumber): Ledger {
  const { student } = ledger
  if (student.newIn === month) return admission(telling, ledger, month)
  const made = monthlyVoucher(telling, ledger, month)
  if (student.leaving) return leavingPayment(telling, made, month, student.leaving.on)
  const voucher = latestOf(made)
  if (!voucher?.posted || voucher.paid) return made
  const planned = instalments(telling.dice, habit, voucher, month)
  return dated(telling, planned, telling.year.months[month]).reduce(
    (paidSoFar, { amount, on }) => pay(telling, paidSoFar, amount, on),
    made,
  )
}

/** A student's ledger on today's date. */
export function tell(telling: Telling, student: Enrolled): Ledger {
  const habit = telling.dice.weighted(habits)
  const there = monthNumbers.filter(
    (month) => month >= (student.newIn ?? 0) && month <= (student.leaving?.month ?? 2),
  )
  const ledger = there.reduce((told, month) => tellMonth(telling, told, habit, month), openLedger(student))
  const waits = telling.campus.examinationCharged && student.leaving === null
  return waits ? withWaiting(ledger, examinedNext(student.studentClass)) : ledger
}
