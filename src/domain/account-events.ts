import { adjustmentWords } from './adjustment.ts'
import { joined } from './book-entry.ts'
import { dateAt, formatMonth, type CalendarDate } from './calendar.ts'
import { formatRupees, less, nothing, opposite, sum, type Money } from './money.ts'
import { methodAndReference, type PaymentMethod } from './payment-method.ts'
import type {
  AccountAdjustment,
  AccountEvent,
  AccountReceipt,
  AccountSources,
  AccountVoucher,
  Repricing,
} from './student-account.ts'
import { netBalance, thisMonth } from './voucher-amounts.ts'

export const accountEventKinds = [
  'voucher',
  'opening',
  'receipt',
  'reversal',
  'carried',
  're-priced',
  'replaced',
  'voided',
  'adjusted',
  'moved',
] as const

export interface AccountLine extends AccountEvent {
  readonly kind: (typeof accountEventKinds)[number]
  readonly date: CalendarDate
  readonly enteredAt: Date
  readonly who: string
  readonly voucherNo: string
  readonly receiptNo: number | null
  readonly adjustmentNo: number | null
  /** The number of the receipt or adjustment that the line reverses. */
  readonly reverses: number | null
  /** Null if the line is not a payment. */
  readonly method: PaymentMethod | null
  readonly reference: string
  readonly chequeDate: CalendarDate | null
  readonly other: string | null
  readonly note: string
}

const noReceipt = {
  receiptNo: null,
  adjustmentNo: null,
  reverses: null,
  method: null,
  reference: '',
  chequeDate: null,
  other: null,
} as const

type Line = Omit<AccountLine, 'counts'>

/** Returns the last voucher's balance at an instant, without later entries on any voucher, which change its arrears. */
function balanceAt(
  vouchers: readonly AccountVoucher[],
  at: Date,
  { receipts, adjustments }: Pick<AccountSources, 'receipts' | 'adjustments'>,
): Money {
  const numbers = new Set(vouchers.map(({ voucherNo }) => voucherNo))
  const paidLater = receipts.filter(({ voucherNo, enteredAt }) => numbers.has(voucherNo) && enteredAt > at)
  const adjustedLater = adjustments
    .filter(({ enteredAt }) => enteredAt > at)
    .flatMap(({ voucherNo, fromVoucherNo, amount }) => [
      ...(numbers.has(voucherNo) ? [opposite(amount)] : []),
      ...(fromVoucherNo !== null && numbers.has(fromVoucherNo) ? [amount] : []),
    ])
  const last = vouchers.at(-1)
  return sum(last ? netBalance(last) : nothing, ...paidLater.map(({ amount }) => amount), ...adjustedLater)
}

/** Returns the line for the balance that the voucher at `index` carries, or for the voucher that it replaced. */
function carriedOrReplacedLine(
  index: number,
  since: readonly (Date | null)[],
  sources: AccountSources,
): TimedLine[] {
  const vouchers = sources.vouchers.slice(0, index)
  const next = sources.vouchers[index]
  if (!next) return []
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
    const amount = opposite(thisMonth(voucher))
    const line = { ...event, kind: 'replaced', amount, note: 'Its charges are cancelled' } as const
    return [withTime(line, since[vouchers.indexOf(voucher)] ?? null)]
  }
  const nextSince = since[index] ?? null
  const carriedAt = nextSince ?? next.generatedAt
  const carried = balanceAt(vouchers.slice(0, vouchers.indexOf(voucher) + 1), carriedAt, sources)
  if (carried <= 0) return []
  const note = `Balance of ${formatRupees(carried)} carried forward`
  return [withTime({ ...event, kind: 'carried', amount: nothing, note }, nextSince)]
}

/** Returns the line of a voucher's generation: its charges before any re-pricing, or an opening voucher's balance. */
function generationLine(voucher: AccountVoucher, repricings: readonly Repricing[]): Line {
  const isOpening = voucher.kind === 'opening'
  const admission = voucher.kind === 'admission' ? 'Admission' : ''
  const earlier = repricings.map(({ before, after }) => less(before, after))
  return {
    kind: isOpening ? 'opening' : 'voucher',
    date: voucher.issueDate,
    enteredAt: voucher.generatedAt,
    who: voucher.generatedBy,
    voucherNo: voucher.voucherNo,
    ...noReceipt,
    note: isOpening ? voucher.note : joined(admission, formatMonth(voucher.month), voucher.note),
    amount: isOpening ? voucher.arrears : sum(thisMonth(voucher), ...earlier),
  }
}

const repricingLine = ({ before, after, ...change }: Repricing): Line => ({
  kind: 're-priced',
  date: change.changedOn,
  enteredAt: change.changedAt,
  who: change.changedBy,
  voucherNo: change.voucherNo,
  ...noReceipt,
  note: `From ${formatRupees(before)} to ${formatRupees(after)}`,
  amount: less(after, before),
})

const voidingLines = (voucher: AccountVoucher): Line[] =>
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
          note: voucher.voiding.reason,
          amount: opposite(thisMonth(voucher)),
        },
      ]

const receiptLine = (receipt: AccountReceipt): Line => ({
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

function adjustmentLine(adjustment: AccountAdjustment): Line {
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

const isEnded = ({ replacedBy, voiding }: AccountVoucher): boolean => replacedBy !== null || voiding !== null

/**
 * Returns the instant from which each voucher counts: the earliest posting of it or a later voucher; null for drafts
 * after the last posted one. A replaced or voided voucher counts from its own posting (decisions 7). The replacement of
 * a posted voucher is posted at once, so the amounts that the replaced one carried keep counting from its posting.
 */
function countingSince(vouchers: readonly AccountVoucher[]): (Date | null)[] {
  let laterPosted: Date | null = null
  const stillPosted = new Set<string>()
  return vouchers.reduceRight<(Date | null)[]>((since, voucher) => {
    const { voucherNo, postedAt, replacedBy } = voucher
    const isCurrent = !isEnded(voucher) || (replacedBy !== null && stillPosted.has(replacedBy))
    if (postedAt !== null && isCurrent) {
      stillPosted.add(voucherNo)
      if (laterPosted === null || postedAt < laterPosted) laterPosted = postedAt
    }
    return [isEnded(voucher) ? postedAt : laterPosted, ...since]
  }, [])
}

interface TimedLine {
  readonly line: AccountLine
  readonly at: Date
}

/** Adds the instant from which a line counts: money counts from its entry, charges count when their voucher does. */
function withTime(line: Line, since: Date | null): TimedLine {
  const isMoney = line.receiptNo !== null || line.adjustmentNo !== null
  const at = isMoney || since === null || since < line.enteredAt ? line.enteredAt : since
  return { line: { ...line, counts: isMoney || since !== null }, at }
}

const byTime = (one: TimedLine, other: TimedLine): number => one.at.getTime() - other.at.getTime()

/** Lists the lines of an account in the order in which they count; lines of one instant stay with their voucher. */
export function accountEvents(sources: AccountSources): AccountLine[] {
  const { vouchers, receipts, repricings, adjustments } = sources
  const since = countingSince(vouchers)
  const lines = vouchers.flatMap((voucher, index) => {
    const isOfVoucher = ({ voucherNo }: { readonly voucherNo: string }) => voucherNo === voucher.voucherNo
    const ownRepricings = repricings.filter(isOfVoucher)
    const withOwnTime = (line: Line) => withTime(line, since[index] ?? null)
    const changes = [
      ...ownRepricings.map(repricingLine),
      ...receipts.filter(isOfVoucher).map(receiptLine),
      ...adjustments.filter(isOfVoucher).map(adjustmentLine),
    ]
    return [
      ...carriedOrReplacedLine(index, since, sources),
      withOwnTime(generationLine(voucher, ownRepricings)),
      ...changes.map(withOwnTime).toSorted(byTime),
      ...voidingLines(voucher).map(withOwnTime),
    ]
  })
  return lines.toSorted(byTime).map(({ line }) => line)
}
