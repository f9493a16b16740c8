import type { CalendarDate } from '#domain/calendar.ts'
import { less, paisa, sum, type Money } from '#domain/money.ts'
import { paidInCash, type PaidBy } from '#domain/payment-method.ts'
import { netBalance, netMonthlyFee } from '#domain/voucher-amounts.ts'
import type { Voucher } from '#domain/voucher.ts'
import type { Random } from './random.ts'
import type { MonthNumber } from './school-year.ts'

/** The time and parts in which a family pays. */
export type Habit = 'prompt' | 'slow' | 'every other month' | 'behind' | 'ahead'

export const habits = [
  ['prompt', 60],
  ['slow', 15],
  ['every other month', 12],
  ['behind', 7],
  ['ahead', 6],
] as const

/** The money that a family brings to the counter, and the number of days after the issue of the voucher. */
export interface Instalment {
  readonly amount: Money
  readonly day: number
}

/** Rounds to whole hundreds of rupees, as people pay; never nothing. */
const about = (amount: Money, share: number): Money =>
  paisa(Math.max(1, Math.round((amount * share) / 10_000)) * 10_000)

/** More on the first days than on the later ones. */
const soon = (random: Random): number => Math.floor(random.next() ** 1.7 * 22)
const late = (random: Random): number => random.between(11, 27)

function inParts(random: Random, balance: Money): Instalment[] {
  const part = about(balance, 0.3 + random.next() * 0.4)
  const first = { amount: part < balance ? part : balance, day: soon(random) }
  const rest = { amount: less(balance, first.amount), day: Math.max(first.day, late(random)) }
  return random.chance(0.4) && rest.amount > 0 ? [first, rest] : [first]
}

const wholly = (random: Random, balance: Money): Instalment[] => [{ amount: balance, day: soon(random) }]

/** Sometimes in full and late, sometimes in parts, sometimes not at all. */
function slowly(random: Random, balance: Money): Instalment[] {
  if (random.chance(0.15)) return []
  return random.chance(0.5) ? [{ amount: balance, day: late(random) }] : inParts(random, balance)
}

/** The payments of a family with this habit on a voucher in the month with this number. */
export function instalments(
  random: Random,
  habit: Habit,
  voucher: Voucher,
  month: MonthNumber,
): readonly Instalment[] {
  const balance = netBalance(voucher)
  if (balance <= 0) return []
  switch (habit) {
    case 'prompt':
      return wholly(random, balance)
    case 'slow':
      return slowly(random, balance)
    case 'every other month':
      return month === 1 ? wholly(random, balance) : []
    case 'behind':
      return random.chance(0.25) ? [{ amount: about(balance, 0.25), day: late(random) }] : []
    case 'ahead':
      return wholly(random, sum(balance, inAdvance(random, voucher)))
  }
}

/** One or two monthly fees more than is due. */
const inAdvance = (random: Random, voucher: Voucher): Money => {
  const fee = netMonthlyFee(voucher)
  return random.chance(0.5) ? sum(fee, fee) : fee
}

/** The number of a cheque: another one each month, as it is paid once. */
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

/** A reference of letters, the day and the roll number, as a bank prints it. */
function byNumber(method: 'bank' | 'online' | 'card', letters: string) {
  return (rollNo: number, on: CalendarDate): PaidBy => ({
    method,
    reference: `${letters}${on.replaceAll('-', '').slice(2)}${String(rollNo).padStart(4, '0')}`,
    chequeDate: null,
  })
}

/** The method by which a student's family pays on a day: mostly cash. */
export const howPaid = (rollNo: number, on: CalendarDate): PaidBy =>
  notInCash.find(([digits]) => rollNo % 100 === digits)?.[1](rollNo, on) ?? paidInCash
