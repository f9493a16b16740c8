// Payments and corrections on a student's chain of vouchers (decisions 3.receipts, decisions 6.unposted).

import type { CalendarDate } from './calendar.ts'
import { formatRupees, less, opposite, sum, type Money } from './money.ts'
import { accept, refuse, refuseFields, type FieldError, type Outcome } from './outcome.ts'
import type { PaidBy } from './payment-method.ts'
import { netBalance, netReceivable, type Account, type Charged } from './voucher-amounts.ts'
import { requireInPlace, type Voucher } from './voucher.ts'

export interface Settlement {
  readonly received: Money
  readonly adjusted: Money
  /** Negative if the voucher was paid in advance. */
  readonly balance: Money
  readonly paid: boolean
}

export const settled = (voucher: Account): Settlement => {
  const balance = netBalance(voucher)
  return { received: voucher.received, adjusted: voucher.adjusted, balance, paid: balance <= 0 }
}

const settleWith = (voucher: Account, received: Money): Settlement => settled({ ...voucher, received })

/**
 * Finds the later voucher that must be paid instead, the first posted one; null while every later one is unposted
 * (decisions 6.unposted). `later` is oldest first, without replaced vouchers.
 */
export const takenOverBy = (later: readonly Pick<Voucher, 'posted' | 'voucherNo'>[]): string | null =>
  later.find(({ posted }) => posted)?.voucherNo ?? null

function requireOpen(voucher: Voucher, takenOver: string | null): Outcome<Voucher> {
  if (voucher.replacedBy) return refuse('voucher-replaced', { replacedBy: voucher.replacedBy })
  if (voucher.voided) return refuse('voucher-voided')
  if (voucher.paid) return refuse('voucher-already-paid')
  return takenOver ? refuse('voucher-carried', { carriedTo: takenOver }) : accept(voucher)
}

/** Refuses if the balance has changed since the clerk saw it; accepts any balance if the screen sent none. */
export const requireExpectedBalance = (
  balance: Money,
  expectedBalance: Money | null | undefined,
): Outcome<Money> =>
  (expectedBalance ?? balance) === balance ? accept(balance) : refuse('balance-changed', { balance })

export interface Payment {
  /** More than 0; less than the balance is a part payment, more is an advance. */
  readonly amount: Money
  readonly expectedBalance: Money | null
}

/**
 * Settles a payment on a posted voucher whose balance no later voucher carries (spec 4.voucher.paid, decisions
 * 3.receipts, decisions 6.unposted); `carryForward` applies it to unposted later vouchers.
 */
export function receivePayment(
  voucher: Voucher,
  takenOver: string | null,
  { amount, expectedBalance }: Payment,
): Outcome<Settlement> {
  const open = requireOpen(voucher, takenOver)
  if (!open.ok) return open
  if (!voucher.posted) return refuse('voucher-not-posted')
  if (amount <= 0) return refuseFields({ field: 'receivedAmount', message: 'The amount must be more than 0' })
  const seen = requireExpectedBalance(netBalance(voucher), expectedBalance)
  if (!seen.ok) return seen
  return accept(settleWith(voucher, sum(voucher.received, amount)))
}

/** Settles a payment on the last posted voucher if nothing is due on it; `carryForward` applies it to later drafts. */
export function receiveInAdvance(
  voucher: Voucher,
  { amount, expectedBalance }: Payment,
): Outcome<Settlement> {
  if (netBalance(voucher) > 0) return refuse('pay-the-voucher', { voucherNo: voucher.voucherNo })
  if (amount <= 0) return refuseFields({ field: 'receivedAmount', message: 'The amount must be more than 0' })
  const seen = requireExpectedBalance(netBalance(voucher), expectedBalance)
  if (!seen.ok) return seen
  return accept(settleWith(voucher, sum(voucher.received, amount)))
}

/** Returns errors in the part of an admission voucher that is received at once; no amount means the whole voucher. */
export function receivedNowErrors(receivedNow: Money | undefined, voucher: Charged): FieldError[] {
  const total = netReceivable(voucher)
  if (receivedNow === undefined || receivedNow <= total) return []
  return [{ field: 'receivedNow', message: `At most ${formatRupees(total)}, the total of the voucher` }]
}

export interface UnreversedReceipt extends PaidBy {
  readonly receiptNo: number
  readonly amount: Money
  readonly receivedDate: CalendarDate
}

/** The reversal of a receipt, with the opposite amount and the same method. */
export interface Reversal extends PaidBy {
  readonly reverses: number
  readonly amount: Money
  readonly receivedDate: CalendarDate
}

export interface Correction extends Settlement {
  readonly reversals: readonly Reversal[]
  /** The amount of the new receipt; null if nothing was received. */
  readonly receipt: Money | null
}

/**
 * Reverses every receipt and writes a new one (decisions 3.corrections.edit-receipt). Refuses a voucher whose
 * balance a later voucher carries (decisions 6.unposted).
 */
export function correctReceipts(
  voucher: Voucher,
  takenOver: string | null,
  unreversed: readonly UnreversedReceipt[],
  amount: Money,
): Outcome<Correction> {
  const inPlace = requireInPlace(voucher, takenOver)
  if (!inPlace.ok) return inPlace
  if (!voucher.posted) return refuse('voucher-not-posted')
  return accept({
    ...settleWith(voucher, amount),
    reversals: unreversed.map(reversalOf),
    receipt: amount > 0 ? amount : null,
  })
}

function reversalOf(receipt: UnreversedReceipt): Reversal {
  const { receiptNo, amount, receivedDate, method, reference, chequeDate } = receipt
  return { reverses: receiptNo, amount: opposite(amount), receivedDate, method, reference, chequeDate }
}

/**
 * Reverses one receipt and writes a new one, or none for an amount of 0. If later vouchers carry its balance, an
 * adjustment moves the difference to the last posted voucher (decision record 38).
 */
export const correctReceipt = (voucher: Account, receipt: UnreversedReceipt, amount: Money): Correction => ({
  ...settleWith(voucher, sum(less(voucher.received, receipt.amount), amount)),
  reversals: [reversalOf(receipt)],
  receipt: amount > 0 ? amount : null,
})

export interface Rebalanced {
  readonly voucherNo: string
  readonly arrears: Money
  readonly paid: boolean
  readonly carriedTo: string | null
}

/**
 * Returns a settled voucher and the student's later ones. The change of balance is added to the arrears of each later
 * voucher, an unpaid balance is carried to the next, and a voucher is paid once nothing is due on it or on the one that
 * carries it (decisions 3.arrears, decisions 6.unposted).
 */
export function carryForward(
  voucher: Voucher,
  { received, adjusted, balance }: Omit<Settlement, 'paid'>,
  later: readonly Voucher[],
): readonly Rebalanced[] {
  const change = less(balance, netBalance(voucher))
  const chain = [
    { ...voucher, received, adjusted },
    ...later.map((next) => ({ ...next, arrears: sum(next.arrears, change) })),
  ]
  return chain.reduceRight<readonly Rebalanced[]>((after, { voucherNo, ...account }) => {
    const isDue = netBalance(account) > 0
    const carrier = isDue ? after[0] : undefined
    const paid = !isDue || carrier?.paid === true
    return [{ voucherNo, arrears: account.arrears, paid, carriedTo: carrier?.voucherNo ?? null }, ...after]
  }, [])
}
