import {
  addDays,
  dateAt,
  daysInPeriod,
  firstOfMonth,
  formatDate,
  lastOfMonth,
  monthOf,
  monthsBetween,
  type CalendarDate,
  type Month,
  type Period,
} from './calendar.ts'
import { formatRupees, nothing, sum, type Money } from './money.ts'
import { methodWords, paymentMethods, type PaymentMethod } from './payment-method.ts'

/** The amount of a reversal is negative. */
export interface ReceiptLine {
  readonly kind: 'receipt' | 'reversal'
  readonly amount: Money
  readonly receivedDate: CalendarDate
  readonly receivedBy: string
}

export interface ReceivedTotals {
  readonly receipts: number
  readonly received: Money
  readonly reversals: number
  /** Zero or negative. */
  readonly reversed: Money
  readonly net: Money
}

const zero: ReceivedTotals = { receipts: 0, received: nothing, reversals: 0, reversed: nothing, net: nothing }

const withLine = (totals: ReceivedTotals, { kind, amount }: ReceiptLine): ReceivedTotals => ({
  receipts: totals.receipts + (kind === 'receipt' ? 1 : 0),
  received: kind === 'receipt' ? sum(totals.received, amount) : totals.received,
  reversals: totals.reversals + (kind === 'reversal' ? 1 : 0),
  reversed: kind === 'reversal' ? sum(totals.reversed, amount) : totals.reversed,
  net: sum(totals.net, amount),
})

export function receivedTotals(lines: Iterable<ReceiptLine>): ReceivedTotals {
  let totals = zero
  for (const line of lines) totals = withLine(totals, line)
  return totals
}

/** Returns the totals of each group, such as a day or a receiver, in the order of the group names. */
export function receivedBy<Line extends ReceiptLine, Group extends string>(
  lines: Iterable<Line>,
  groupOf: (line: Line) => Group,
): (ReceivedTotals & { readonly group: Group })[] {
  const groups = new Map<Group, ReceivedTotals>()
  for (const line of lines) groups.set(groupOf(line), withLine(groups.get(groupOf(line)) ?? zero, line))
  return [...groups]
    .map(([name, totals]) => ({ group: name, ...totals }))
    .toSorted((one, other) => (one.group < other.group ? -1 : 1))
}

export function receivedByMethod(
  lines: Iterable<ReceiptLine & { readonly method: PaymentMethod }>,
): (ReceivedTotals & { readonly group: PaymentMethod })[] {
  const totals = receivedBy(lines, ({ method }) => method)
  return totals.toSorted(
    (one, other) => paymentMethods.indexOf(one.group) - paymentMethods.indexOf(other.group),
  )
}

/** `Cash 186,500, Cheque 23,000`; '' if everything came in cash. */
export function methodSums(lines: Iterable<ReceiptLine & { readonly method: PaymentMethod }>): string {
  const methods = receivedByMethod(lines)
  if (methods.every(({ group }) => group === 'cash')) return ''
  return methods.map(({ group, net }) => `${methodWords[group].label} ${formatRupees(net)}`).join(', ')
}

/** The amount received in a period, with reversals deducted. */
export interface ReceivedInPeriod extends Period {
  readonly net: Money
}

const maxDays = 62

/** Returns the amount of each day from the first receipt to the last, or of each month if there are too many days. */
export function receivedByPeriod(lines: readonly ReceiptLine[]): readonly ReceivedInPeriod[] {
  const days = receivedBy(lines, ({ receivedDate }) => receivedDate)
  const [first, last] = [days[0]?.group, days.at(-1)?.group]
  if (first === undefined || last === undefined) return []
  const periods =
    daysInPeriod(first, last) <= maxDays
      ? Array.from({ length: daysInPeriod(first, last) }, (_, index) => periodOfDay(first, index))
      : monthsBetween(monthOf(first), monthOf(last)).map(wholeMonth)
  return periods.map((period) => {
    const within = days.filter(({ group: day }) => period.from <= day && day <= period.to)
    return { ...period, net: sum(...within.map(({ net }) => net)) }
  })
}

function periodOfDay(first: CalendarDate, days: number): Period {
  const day = addDays(first, days)
  return { from: day, to: day }
}

const wholeMonth = (month: Month): Period => ({ from: firstOfMonth(month), to: lastOfMonth(month) })

export interface RemarkedReceipt {
  /** The number of the reversed receipt; null for a receipt. */
  readonly reverses: number | null
  readonly reason: string
  readonly receivedDate: CalendarDate
  readonly enteredAt: Date
}

/** `Reversal of no. 12; wrong amount; entered 21 Nov 2026`; the date of entry is shown only if it differs. */
export function receiptRemark({ reverses, reason, receivedDate, enteredAt }: RemarkedReceipt): string {
  const enteredOn = dateAt(enteredAt)
  const parts = [
    reverses === null ? '' : `Reversal of no. ${reverses}`,
    reason,
    enteredOn === receivedDate ? '' : `entered ${formatDate(enteredOn)}`,
  ]
  return parts.filter((part) => part !== '').join('; ')
}
