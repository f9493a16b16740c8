// The heads that received money pays: each receipt is spread over the debt of its student then, oldest month first.

import { compareMonths, type Month } from './calendar.ts'
import { inOrderOf, oneTimeHeads, voucherOnlyHeads, type HeadCharged } from './fee-heads.ts'
import { less, nothing, opposite, paisa, sum, type Money } from './money.ts'
import { recordOf } from './record-of.ts'
import { netMonthlyFee, type Charges } from './voucher-amounts.ts'

/** `monthlyFee` is less the discount, `arrears` are from before the portal, and `advance` pays nothing yet. */
export type ReceivedHead =
  'arrears' | HeadCharged<'once'> | HeadCharged<'on voucher'> | 'monthlyFee' | 'advance'
type PaidHead = Exclude<ReceivedHead, 'advance'>

export type ReceivedByHead = Readonly<Record<ReceivedHead, Money>>

/** `broughtIn` is nothing except on the first voucher. */
export interface HeadCharges extends Charges {
  readonly broughtIn: Money
}

interface PaidHeadEntry {
  readonly key: PaidHead
  readonly label: string
  readonly amountOf: (charges: HeadCharges) => Money
}

const printed = inOrderOf('printedVoucher', oneTimeHeads)
const oneTimeInOrder = [...printed, ...oneTimeHeads.filter((head) => !printed.includes(head))]

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

/** Spreads an amount over charges in their order, after the amount paid before it; the remainder is in advance. */
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

/** Money by order of entry: a receipt, a reversal, an adjustment with the opposite sign, or an advance that a student brought. */
export interface MoneyEntry {
  /** The receipt or reversal; null for an adjustment or an advance that was brought in. */
  readonly receiptNo: number | null
  readonly reverses: number | null
  /** Negative for a reversal, and for an adjustment by which more is owed. */
  readonly amount: Money
  readonly enteredAt: Date
}

const chargesAt = (states: readonly VoucherState[], at: Date): HeadCharge[] =>
  states
    .filter(({ since, until }) => since <= at && (until === null || until > at))
    .toSorted((one, other) => compareMonths(one.month, other.month) || one.chainNo - other.chainNo)
    .flatMap((state) => paidHeads.map(({ key, amountOf }) => ({ head: key, amount: amountOf(state) })))

/**
 * The amounts by head of each receipt: oldest month first, as the charges stood when it was entered. A reversal takes back the
 * amounts of its receipt, so that reported figures stay as they were; money entered later pays the gap.
 */
export function receiptsByHead(
  states: readonly VoucherState[],
  entries: readonly MoneyEntry[],
): ReadonlyMap<number, ReceivedByHead> {
  const spread = new Map<number, ReceivedByHead>()
  let before = nothing
  for (const { receiptNo, reverses, amount, enteredAt } of entries) {
    const reversed = reverses === null ? undefined : spread.get(reverses)
    if (receiptNo !== null) {
      const heads = reversed
        ? eachHead((head) => opposite(reversed[head]))
        : spreadAmount(amount, before, chargesAt(states, enteredAt))
      spread.set(receiptNo, heads)
    }
    before = sum(before, amount)
  }
  return spread
}
