// The heads that received money pays: each receipt is spread over the student's debt at that time, oldest month first.

import { compareMonths, type Month } from './calendar.ts'
import { inOrderOf, oneTimeHeads, voucherOnlyHeads, type HeadCharged } from './fee-heads.ts'
import { less, nothing, opposite, paisa, sum, type Money } from './money.ts'
import { recordOf } from './record-of.ts'
import { netMonthlyFee, type Charges } from './voucher-amounts.ts'

/** `monthlyFee` is net of the discount, `arrears` are from before the portal, `advance` does not pay a charge yet. */
export type ReceivedHead =
  'arrears' | HeadCharged<'once'> | HeadCharged<'on voucher'> | 'monthlyFee' | 'advance'
type PaidHead = Exclude<ReceivedHead, 'advance'>

export type ReceivedByHead = Readonly<Record<ReceivedHead, Money>>

/** `broughtIn` is 0 except on the first voucher. */
export interface HeadCharges extends Charges {
  readonly broughtIn: Money
}

interface PaidHeadEntry {
  readonly key: PaidHead
  readonly label: string
  readonly amountOf: (charges: HeadCharges) => Money
}

const printedHeads = inOrderOf('printedVoucher', oneTimeHeads)
const oneTimeInOrder = [...printedHeads, ...oneTimeHeads.filter((head) => !printedHeads.includes(head))]

/** The heads of a voucher in the order in which money pays them. */
export const paidHeads: readonly PaidHeadEntry[] = [
  { key: 'arrears', label: 'Arrears from before', amountOf: ({ broughtIn }) => broughtIn },
  ...[...voucherOnlyHeads, ...oneTimeInOrder].map(({ key, label }) => ({
    key,
    label,
    amountOf: (charges: HeadCharges) => charges[key],
  })),
  { key: 'monthlyFee', label: 'Monthly fee less discount', amountOf: netMonthlyFee },
]

export const receivedHeads: readonly { readonly key: ReceivedHead; readonly label: string }[] = [
  ...paidHeads,
  { key: 'advance', label: 'In advance' },
]

const eachHead = (amountOf: (head: ReceivedHead) => Money): ReceivedByHead =>
  recordOf(
    receivedHeads,
    ({ key }) => key,
    ({ key }) => amountOf(key),
  )

export const totalReceived = (heads: ReceivedByHead): Money =>
  sum(nothing, ...receivedHeads.map(({ key }) => heads[key]))

export interface HeadCharge {
  readonly head: PaidHead
  readonly amount: Money
}

/** Spreads an amount over charges in order, after the amount that was paid before; the remainder is an advance. */
export function spreadAmount(amount: Money, before: Money, charges: readonly HeadCharge[]): ReceivedByHead {
  const paid = new Map<ReceivedHead, Money>()
  let [start, left] = [nothing, amount]
  for (const charge of charges) {
    const end = sum(start, charge.amount)
    const covered = paisa(Math.max(0, Math.min(end, sum(before, amount)) - Math.max(start, before)))
    paid.set(charge.head, sum(paid.get(charge.head) ?? nothing, covered))
    left = less(left, covered)
    start = end
  }
  return eachHead((head) => (head === 'advance' ? left : (paid.get(head) ?? nothing)))
}

/** The charges of a voucher from its generation, or a re-pricing, to the next re-pricing or to its end. */
export interface VoucherState extends HeadCharges {
  readonly month: Month
  readonly chainNo: number
  readonly since: Date
  /** Null for the present charges. */
  readonly until: Date | null
}

/** An entry of money: a receipt, a reversal, an adjustment with its sign reversed, or an advance brought in. */
export interface MoneyEntry {
  /** The receipt or reversal; null for an adjustment or an advance that was brought in. */
  readonly receiptNo: number | null
  readonly reverses: number | null
  /** Negative for a reversal, and for an adjustment that raises the debt. */
  readonly amount: Money
  readonly enteredAt: Date
}

const chargesAt = (states: readonly VoucherState[], at: Date): HeadCharge[] =>
  states
    .filter(({ since, until }) => since <= at && (until === null || until > at))
    .toSorted((one, other) => compareMonths(one.month, other.month) || one.chainNo - other.chainNo)
    .flatMap((state) => paidHeads.map(({ key, amountOf }) => ({ head: key, amount: amountOf(state) })))

/**
 * Spreads receipts, in order of entry, over the heads: oldest month first, as the charges stood at entry. A reversal
 * has the opposite amounts of its receipt, so that reported figures stay as they were; later money fills the gap.
 */
export function receiptsByHead(
  states: readonly VoucherState[],
  entries: readonly MoneyEntry[],
): ReadonlyMap<number, ReceivedByHead> {
  const headsOfReceipts = new Map<number, ReceivedByHead>()
  let before = nothing
  for (const { receiptNo, reverses, amount, enteredAt } of entries) {
    const reversed = reverses === null ? undefined : headsOfReceipts.get(reverses)
    if (receiptNo !== null) {
      const heads = reversed
        ? eachHead((head) => opposite(reversed[head]))
        : spreadAmount(amount, before, chargesAt(states, enteredAt))
      headsOfReceipts.set(receiptNo, heads)
    }
    before = sum(before, amount)
  }
  return headsOfReceipts
}
