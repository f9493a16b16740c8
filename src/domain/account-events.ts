// The lines of a student's account, built from vouchers, receipts, adjustments and re-pricings in the order of entry.

import { dateAt, formatMonth, type CalendarDate, type Month } from './calendar.ts'
import { adjustmentWords, type AdjustmentKind } from './adjustment.ts'
import { formatRupees, less, nothing, opposite, sum, type Money } from './money.ts'
import { methodAndReference, type PaidBy, type PaymentMethod } from './payment-method.ts'
import type { AccountEvent } from './student-account.ts'
import type { VoucherKind } from './voucher.ts'
import { netBalance, thisMonth, type Account } from './voucher-amounts.ts'

/** A voucher as the account shows it. */
export interface AccountVoucher extends Account {
  readonly voucherNo: string
  readonly kind: VoucherKind
  readonly month: Month
  readonly issueDate: CalendarDate
  readonly generatedAt: Date
  readonly generatedBy: string
  readonly note: string
  readonly carriedTo: string | null
  readonly replacedBy: string | null
  /** Who voided it, when and why; null for a voucher that was not voided. */
  readonly voiding: Voiding | null
}

export interface Voiding {
  readonly voidedAt: Date
  readonly voidedBy: string
  readonly reason: string
}

/** A receipt, or the reversal of one, whose amount is negative. */
export interface AccountReceipt extends PaidBy {
  readonly voucherNo: string
  readonly receiptNo: number
  readonly reverses: number | null
  readonly amount: Money
  readonly receivedDate: CalendarDate
  readonly receivedBy: string
  readonly enteredAt: Date
  readonly reason: string
}

/** A change of an open voucher's charges: its amount before and after. */
export interface Repricing {
  readonly voucherNo: string
  readonly before: Money
  readonly after: Money
  readonly changedOn: CalendarDate
  readonly changedBy: string
  readonly changedAt: Date
}

/** A change of the balance beside charges and receipts. */
export interface AccountAdjustment {
  readonly adjustmentNo: number
  readonly kind: AdjustmentKind
  readonly voucherNo: string
  /** The voucher of a receipt that was taken back: the debt moved from there, and the student's balance did not change. */
  readonly fromVoucherNo: string | null
  readonly amount: Money
  readonly otherRollNo: number | null
  readonly reverses: number | null
  readonly effectiveDate: CalendarDate
  readonly enteredBy: string
  readonly enteredAt: Date
  readonly reason: string
  readonly method: PaymentMethod | null
  readonly reference: string
}

/** What the lines of an account are built from. */
export interface AccountSources {
  /** In the order of generation. */
  readonly vouchers: readonly AccountVoucher[]
  /** By number. */
  readonly receipts: readonly AccountReceipt[]
  readonly repricings: readonly Repricing[]
  readonly adjustments: readonly AccountAdjustment[]
}

/** One line of the account. */
export interface AccountLine extends AccountEvent {
  readonly kind:
    | 'voucher'
    | 'opening'
    | 'receipt'
    | 'reversal'
    | 'carried'
    | 're-priced'
    | 'replaced'
    | 'voided'
    | 'adjusted'
    | 'moved'
  readonly date: CalendarDate
  readonly enteredAt: Date
  readonly who: string
  readonly voucherNo: string
  readonly receiptNo: number | null
  readonly adjustmentNo: number | null
  /** The receipt or adjustment that it takes back. */
  readonly reverses: number | null
  /** How it was paid; null for what is no payment. */
  readonly method: PaymentMethod | null
  readonly reference: string
  readonly chequeDate: CalendarDate | null
  readonly other: string | null
  readonly note: string
}

/** What only receipts and adjustments have. */
const noReceipt = {
  receiptNo: null,
  adjustmentNo: null,
  reverses: null,
  method: null,
  reference: '',
  chequeDate: null,
} as const

const joined = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join('; ')

/**
 * The unpaid balance of the last voucher at the time the next one was generated. Receipts and adjustments entered since
 * then on any of the vouchers are taken out again, because a payment on an older voucher lowers the arrears of the later
 * ones.
 */
function carriedThen(
  vouchers: readonly AccountVoucher[],
  next: AccountVoucher,
  { receipts, adjustments }: Pick<AccountSources, 'receipts' | 'adjustments'>,
): Money {
  const numbers = new Set(vouchers.map(({ voucherNo }) => voucherNo))
  const since = receipts.filter(
    ({ voucherNo, enteredAt }) => numbers.has(voucherNo) && enteredAt > next.generatedAt,
  )
  const adjustedSince = adjustments
    .filter(({ enteredAt }) => enteredAt > next.generatedAt)
    .flatMap(({ voucherNo, fromVoucherNo, amount }) => [
      ...(numbers.has(voucherNo) ? [opposite(amount)] : []),
      ...(fromVoucherNo !== null && numbers.has(fromVoucherNo) ? [amount] : []),
    ])
  const last = vouchers.at(-1)
  return sum(last ? netBalance(last) : nothing, ...since.map(({ amount }) => amount), ...adjustedSince)
}

/** The line for the balance that was carried to the next voucher, or for the voucher that the next one replaced. */
function carriedOrReplaced(
  vouchers: readonly AccountVoucher[],
  next: AccountVoucher,
  sources: Pick<AccountSources, 'receipts' | 'adjustments'>,
): AccountLine[] {
  const voucher = vouchers.findLast(({ replacedBy, voiding }) => {
    const isReplaced = replacedBy !== null && replacedBy !== next.voucherNo
    return !isReplaced && (voiding === null || voiding.voidedAt > next.generatedAt)
  })
  if (!voucher) return []
  const event = {
    date: next.issueDate,
    enteredAt: next.generatedAt,
    who: next.generatedBy,
    voucherNo: voucher.voucherNo,
    ...noReceipt,
    other: next.voucherNo,
  }
  if (voucher.replacedBy) {
    return [
      { ...event, kind: 'replaced', amount: opposite(thisMonth(voucher)), note: 'Its charges are cancelled' },
    ]
  }
  const carried = carriedThen(vouchers.slice(0, vouchers.indexOf(voucher) + 1), next, sources)
  if (carried <= 0) return []
  const note = `Balance of ${formatRupees(carried)} carried forward`
  return [{ ...event, kind: 'carried', amount: nothing, note }]
}

/** The balance that a student brought. */
const broughtIn = (voucher: AccountVoucher): AccountLine => ({
  kind: 'opening',
  date: voucher.issueDate,
  enteredAt: voucher.generatedAt,
  who: voucher.generatedBy,
  voucherNo: voucher.voucherNo,
  ...noReceipt,
  other: null,
  note: voucher.note,
  amount: voucher.arrears,
})

/** The voucher with its original amount: its present charges without the later re-pricings. */
function generated(voucher: AccountVoucher, repricings: readonly Repricing[]): AccountLine {
  if (voucher.kind === 'opening') return broughtIn(voucher)
  const later = sum(...repricings.map(({ before, after }) => less(after, before)))
  const admission = voucher.kind === 'admission' ? 'Admission' : ''
  return {
    kind: 'voucher',
    date: voucher.issueDate,
    enteredAt: voucher.generatedAt,
    who: voucher.generatedBy,
    voucherNo: voucher.voucherNo,
    ...noReceipt,
    other: null,
    note: joined(admission, formatMonth(voucher.month), voucher.note),
    amount: less(thisMonth(voucher), later),
  }
}

const repriced = ({ before, after, ...change }: Repricing): AccountLine => ({
  kind: 're-priced',
  date: change.changedOn,
  enteredAt: change.changedAt,
  who: change.changedBy,
  voucherNo: change.voucherNo,
  ...noReceipt,
  other: null,
  note: `From ${formatRupees(before)} to ${formatRupees(after)}`,
  amount: less(after, before),
})

const voided = (voucher: AccountVoucher): AccountLine[] =>
  voucher.voiding === null
    ? []
    : [
        {
          kind: 'voided',
          date: dateAt(voucher.voiding.voidedAt),
          enteredAt: voucher.voiding.voidedAt,
          who: voucher.voiding.voidedBy,
          voucherNo: voucher.voucherNo,
          ...noReceipt,
          other: null,
          note: voucher.voiding.reason,
          amount: opposite(thisMonth(voucher)),
        },
      ]

const received = (receipt: AccountReceipt): AccountLine => ({
  kind: receipt.reverses === null ? 'receipt' : 'reversal',
  date: receipt.receivedDate,
  enteredAt: receipt.enteredAt,
  who: receipt.receivedBy,
  voucherNo: receipt.voucherNo,
  receiptNo: receipt.receiptNo,
  adjustmentNo: null,
  reverses: receipt.reverses,
  method: receipt.method,
  reference: receipt.reference,
  chequeDate: receipt.chequeDate,
  other: null,
  note: joined(
    receipt.reverses === null ? '' : `Cancels receipt ${receipt.reverses}`,
    receipt.method === 'cash' ? '' : methodAndReference(receipt),
    receipt.reason,
  ),
  amount: opposite(receipt.amount),
})

function adjusted(adjustment: AccountAdjustment): AccountLine {
  const { adjustmentNo, kind, amount, method, reference, fromVoucherNo, otherRollNo, reverses } = adjustment
  const isMoved = fromVoucherNo !== null
  return {
    kind: isMoved ? 'moved' : 'adjusted',
    date: adjustment.effectiveDate,
    enteredAt: adjustment.enteredAt,
    who: adjustment.enteredBy,
    voucherNo: adjustment.voucherNo,
    ...noReceipt,
    adjustmentNo,
    reverses,
    method,
    reference,
    other: fromVoucherNo,
    note: joined(
      isMoved ? `${adjustmentWords[kind]}: ${formatRupees(amount)} owed here` : adjustmentWords[kind],
      reverses === null ? '' : `Takes back adjustment ${reverses}`,
      otherRollNo === null ? '' : `${amount > 0 ? 'to' : 'from'} roll number ${otherRollNo}`,
      method === null || method === 'cash' ? '' : methodAndReference({ method, reference }),
      adjustment.reason,
    ),
    amount: isMoved ? nothing : amount,
  }
}

const byTime = (one: AccountLine, other: AccountLine): number =>
  one.enteredAt.getTime() - other.enteredAt.getTime()

/** The lines of an account in the order of entry. Lines of the same instant stay with their voucher. */
export function accountEvents(sources: AccountSources): AccountLine[] {
  const { vouchers, receipts, repricings, adjustments } = sources
  const events = vouchers.flatMap((voucher, index) => {
    const isOfVoucher = ({ voucherNo }: { readonly voucherNo: string }) => voucherNo === voucher.voucherNo
    const ownRepricings = repricings.filter(isOfVoucher)
    const then = [
      ...ownRepricings.map(repriced),
      ...receipts.filter(isOfVoucher).map(received),
      ...adjustments.filter(isOfVoucher).map(adjusted),
    ]
    return [
      ...carriedOrReplaced(vouchers.slice(0, index), voucher, sources),
      generated(voucher, ownRepricings),
      ...then.toSorted(byTime),
      ...voided(voucher),
    ]
  })
  return events.toSorted(byTime)
}
