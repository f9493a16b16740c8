import type { ReceiptSlip, receiptSlipsOfDay } from '#contract/slips.ts'
import { formatRupees } from '#domain/money.ts'
import { methodAndReference, methodWords } from '#domain/payment-method.ts'
import {
  receivedBy,
  receivedByMethod,
  receivedTotals,
  type ReceiptLine,
  type ReceivedTotals,
} from '#domain/received.ts'
import type { Reply } from '#web/api/call.ts'
import type { Paper } from '#web/ui/print-page.tsx'
import type { SlipPaper } from './slip-paper.tsx'

type Refund = Reply<typeof receiptSlipsOfDay>['refunds'][number]

export interface DayTotals {
  readonly all: ReceivedTotals
  readonly receivers: readonly (ReceivedTotals & { readonly group: string })[]
  /** Empty if everything was cash. */
  readonly methods: readonly (ReceivedTotals & { readonly group: string })[]
  /** The money entered on the day for other days, not in the other totals; null if there is none. */
  readonly otherDays: ReceivedTotals | null
  /** `Cash 500, Bank 1,000`: the money paid back on the day, not in the other totals; '' if there is none. */
  readonly refunds: string
}

interface SlipsPage {
  readonly kind: 'slips'
  readonly key: string
  readonly slips: readonly ReceiptSlip[]
}

/** A page of the day sheet; only the last page has totals. */
export interface DayPage {
  readonly kind: 'day'
  readonly key: string
  readonly number: number
  readonly of: number
  readonly rows: readonly ReceiptSlip[]
  /** The receipts entered on the day for other days. */
  readonly otherDays: readonly ReceiptSlip[]
  readonly totals: DayTotals | null
}

export type PrintedPage = SlipsPage | DayPage

export const paperOf = (paper: SlipPaper): Paper => (paper === '80 mm roll' ? 'roll' : 'A4')

/** The letters that always fit on one line of Student, Voucher No. and Received by; day-sheet.css sets the widths. */
const lettersInLine = { student: 24, voucherNo: 21, receiver: 15 }
/** The lines of a list that fit on an A4 page below its head. */
const linesOnPage = 42
/** The lines of the totals and the signatures; each receiver and each method adds one. */
const totalsLines = 9

function splitInto<Item>(items: readonly Item[], size: number): Item[][] {
  const parts: Item[][] = []
  for (let from = 0; from < items.length; from += size) parts.push(items.slice(from, from + size))
  return parts
}

/** Puts three slips on an A4 page, or each on its own piece of a roll. */
export const slipPages = (slips: readonly ReceiptSlip[], paper: SlipPaper): PrintedPage[] =>
  splitInto(slips, paper === '80 mm roll' ? 1 : 3).map((onPage) => ({
    kind: 'slips',
    key: `slips from ${onPage[0]?.receiptNo}`,
    slips: onPage,
  }))

interface Line extends ReceiptLine {
  readonly receiver: string
}

/** Returns the receiver's name; user ids distinguish receivers with the same name. */
function receiverOf({ receivedBy: userId, receivedByName: name }: ReceiptSlip, namesakes: Namesakes): string {
  return (namesakes.get(name)?.size ?? 0) > 1 ? `${name} (${userId})` : name
}

/** The user ids of each name. */
type Namesakes = ReadonlyMap<string, ReadonlySet<string>>

function namesakesIn(slips: readonly ReceiptSlip[]): Namesakes {
  const userIds = new Map<string, Set<string>>()
  for (const { receivedBy: userId, receivedByName: name } of slips)
    userIds.set(name, (userIds.get(name) ?? new Set()).add(userId))
  return userIds
}

function dayTotals(
  slips: readonly ReceiptSlip[],
  otherDays: readonly ReceiptSlip[],
  refunds: readonly Refund[],
): DayTotals {
  const namesakes = namesakesIn(slips)
  const lines = slips.map((slip): Line => ({ ...slip, receiver: receiverOf(slip, namesakes) }))
  const methods = receivedByMethod(slips).map((line) => ({ ...line, group: methodWords[line.group].label }))
  return {
    all: receivedTotals(lines),
    receivers: receivedBy(lines, ({ receiver }) => receiver),
    methods: slips.every(({ method }) => method === 'cash') ? [] : methods,
    otherDays: otherDays.length === 0 ? null : receivedTotals(otherDays),
    refunds: refunds
      .map(({ method, amount }) => `${methodWords[method].label} ${formatRupees(amount)}`)
      .join(', '),
  }
}

/** Returns the words before the student's name on a reversal. */
export const cancels = ({ kind, reverses }: ReceiptSlip): string =>
  kind === 'reversal' ? `Cancels no. ${reverses}: ` : ''

/** Returns the number of letters after the name; 0 for cash. */
const paidByLength = (slip: ReceiptSlip): number =>
  slip.method === 'cash' ? 0 : methodAndReference(slip).length + ' · '.length

/** Returns the number of lines of a receipt on the day sheet. */
const linesOf = (slip: ReceiptSlip): number =>
  Math.max(
    Math.ceil((cancels(slip).length + slip.studentName.length + paidByLength(slip)) / lettersInLine.student),
    Math.ceil(slip.voucherNo.length / lettersInLine.voucherNo),
    Math.ceil(slip.receivedByName.length / lettersInLine.receiver),
    1,
  )

/** Returns the lines of the totals by method with their head, and of other days and refunds. */
const moreTotalsLines = ({ methods, otherDays, refunds }: DayTotals): number =>
  (methods.length === 0 ? 0 : methods.length + 2) + (otherDays ? 1 : 0) + (refunds === '' ? 0 : 1)

/** The lines of the heading of the receipts for other days, and of the head of their list. */
const otherDaysLines = 3

interface DayLists {
  readonly rows: ReceiptSlip[]
  readonly otherDays: ReceiptSlip[]
}

/** Distributes the receipts over pages; `used` is the number of lines used on the last page. */
function fillPages(slips: readonly ReceiptSlip[], otherDays: readonly ReceiptSlip[]) {
  const lists: DayLists[] = []
  let used = linesOnPage
  const add = (slip: ReceiptSlip, to: keyof DayLists) => {
    const lines = linesOf(slip)
    const heading = (list: DayLists | undefined) =>
      to === 'otherDays' && !list?.otherDays.length ? otherDaysLines : 0
    if (used + heading(lists.at(-1)) + lines > linesOnPage) {
      lists.push({ rows: [], otherDays: [] })
      used = 0
    }
    const page = lists.at(-1)
    used += heading(page) + lines
    page?.[to].push(slip)
  }
  for (const slip of slips) add(slip, 'rows')
  for (const slip of otherDays) add(slip, 'otherDays')
  return { lists, used }
}

/** Returns the pages of the day's receipts, then of receipts entered for other days, with the totals at the end. */
export function dayPages(
  slips: readonly ReceiptSlip[],
  enteredForOtherDays: readonly ReceiptSlip[] = [],
  refunds: readonly Refund[] = [],
): DayPage[] {
  const totals = dayTotals(slips, enteredForOtherDays, refunds)
  const { lists, used } = fillPages(slips, enteredForOtherDays)
  if (used + totalsLines + totals.receivers.length + moreTotalsLines(totals) > linesOnPage) {
    lists.push({ rows: [], otherDays: [] })
  }
  return lists.map(({ rows, otherDays }, index) => ({
    kind: 'day',
    key: `page ${index + 1}`,
    number: index + 1,
    of: lists.length,
    rows,
    otherDays,
    totals: index === lists.length - 1 ? totals : null,
  }))
}
