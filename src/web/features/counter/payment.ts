import type { FoundVoucher, UnpaidMonth } from '#contract/counter.ts'
import { monthName, type CalendarDate } from '#domain/calendar.ts'
import { overdueIn } from '#domain/debt.ts'
import {
  formatRupees,
  less,
  nothing,
  opposite,
  parseRupees,
  smaller,
  smallestAmount,
  sum,
  times,
  type Money,
} from '#domain/money.ts'
import { receivePayment } from '#domain/payment.ts'
import type { RefusalCode } from '#domain/refusals.ts'
import { netBalance, netMonthlyFee, netReceivable } from '#domain/voucher-amounts.ts'
import type { Voucher } from '#domain/voucher.ts'
import {
  anyAmountError,
  readPayment,
  typedPaidByErrors,
  type TypedPayment,
} from '#web/kit/receiving/payment-input.ts'

/** True if nothing is due on the voucher, so that a payment is in advance. */
export const isInAdvance = (voucher: Voucher): boolean => netBalance(voucher) <= 0

const amountError = (amount: Money | null): string | undefined =>
  amount === 0 ? 'The amount must be more than 0' : anyAmountError(amount)

export const checkPayment = (typed: TypedPayment, today: CalendarDate) =>
  readPayment(typed, today, {
    receivedAmount: amountError(parseRupees(typed.amount)),
    ...typedPaidByErrors(typed.paidBy, typed.receivedDate || today),
  })

/** The effect of the typed amount, shown before it is received; '' without an amount. */
export function consequence(voucher: Omit<Debt, 'unpaid'>, typedAmount: string): string {
  const amount = parseRupees(typedAmount)
  if (amount === null || amountError(amount)) return ''
  const rest = less(netBalance(voucher), amount)
  if (rest > 0) return `Part payment: Rs ${formatRupees(rest)} will be left`
  if (isInAdvance(voucher)) return `Rs ${formatRupees(opposite(rest))} will be paid in advance`
  if (rest < 0) return `Rs ${formatRupees(opposite(rest))} more than is due: paid in advance`
  return `Pays everything up to ${monthName(voucher.monthGenerated)}`
}

/** An amount suggested next to the field; Alt with its key enters it. */
export interface QuickAmount {
  readonly label: string
  readonly key: 'F' | 'M' | 'A' | null
  readonly amount: Money
}

/** Prints the last receipt; in the message after a payment, the new one. */
export const printKey = { key: 'p', label: 'Print the last receipt' } as const

type Debt = Voucher & Pick<FoundVoucher, 'monthGenerated' | 'unpaid'>

/**
 * Suggests the whole amount due and, if they are a part of it, the overdue amount or else the arrears, and the charges of
 * this month (earlier receipts have paid the arrears first). In advance, suggests the fee of one month and of three.
 */
export function quickAmounts(voucher: Debt, today: CalendarDate): readonly QuickAmount[] {
  const balance = netBalance(voucher)
  if (isInAdvance(voucher)) {
    const monthly = netMonthlyFee(voucher)
    if (monthly <= 0) return []
    return [
      { label: '1 month', key: null, amount: monthly },
      { label: '3 months', key: null, amount: times(monthly, 3) },
    ]
  }
  const isPart = (amount: Money) => amount > 0 && amount < balance
  const arrears = less(voucher.arrears, voucher.received)
  const overdue = overdueIn(monthsOwed(voucher), today)
  const parts: readonly QuickAmount[] = [
    isPart(overdue)
      ? { label: 'Overdue', key: 'A', amount: overdue }
      : { label: 'Arrears', key: 'A', amount: arrears },
    { label: monthName(voucher.monthGenerated), key: 'M', amount: less(balance, arrears) },
  ]
  return [{ label: 'Full', key: 'F', amount: balance }, ...parts.filter(({ amount }) => isPart(amount))]
}

/** The months that add up to the balance of the voucher, oldest first; none if the voucher is not the last posted one. */
export function monthsOwed(voucher: Debt): readonly UnpaidMonth[] {
  const owed = sum(nothing, ...voucher.unpaid.map(({ unpaid }) => unpaid))
  return owed === Math.max(0, netBalance(voucher)) ? voucher.unpaid : []
}

/** The voucher after a payment that left this balance; money pays the oldest month first. */
export function afterPayment(voucher: FoundVoucher, balance: Money): FoundVoucher {
  let left = less(netBalance(voucher), balance)
  const unpaid = voucher.unpaid.map((month) => {
    const part = smaller(left, month.unpaid)
    left = less(left, part)
    return { ...month, unpaid: less(month.unpaid, part) }
  })
  return { ...voucher, unpaid, received: less(sum(netReceivable(voucher), voucher.adjusted), balance) }
}

/** True if the text ends in a printed voucher number: a scanner typed the next voucher into the amount. */
export const scannedInto = (typedAmount: string): boolean =>
  /\D\d+(adm|-\d{6}(-\d+)?)$/.test(typedAmount.trim())

/** Null if money can be received on the voucher (spec 4.voucher.paid, decisions 3.receipts, decisions 6.unposted). */
export function whyNotReceivable(voucher: FoundVoucher): RefusalCode | null {
  const least = { amount: smallestAmount, expectedBalance: null }
  const outcome = receivePayment(voucher, voucher.takenOverBy, least)
  return outcome.ok ? null : outcome.refusal.code
}
