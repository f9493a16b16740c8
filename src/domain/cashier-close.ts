// Closing a drawer: cash received since the last closing is counted and handed over to the safe (decision record 41).

import type { CalendarDate } from './calendar.ts'
import { formatRupees, less, nothing, opposite, paisa, sum, times, type Money } from './money.ts'
import { accept, refuse, refuseFields, type Outcome } from './outcome.ts'

/** The notes and coins of Pakistan, in rupees. */
export const denominations = [5000, 1000, 500, 100, 75, 50, 20, 10, 5, 2, 1] as const
export type Denomination = (typeof denominations)[number]

export interface Pieces {
  readonly value: Denomination
  readonly pieces: number
}

export const amountOfPieces = ({ value, pieces }: Pieces): Money => times(paisa(value * 100), pieces)

export const sumOfPieces = (counted: readonly Pieces[]): Money => sum(nothing, ...counted.map(amountOfPieces))

export interface GivenCount {
  readonly counted?: Money | undefined
  readonly pieces?: readonly Pieces[] | undefined
}

const notCounted = refuseFields({ field: 'counted', message: 'Count the cash' })

/**
 * Returns the counted cash. Refuses a missing or empty count, a note listed twice, and a sum that differs from the
 * pieces. A count of Rs 0 is `counted: 0` without pieces.
 */
export function countedCash({ counted, pieces }: GivenCount): Outcome<Money> {
  if (pieces === undefined) return counted === undefined ? notCounted : accept(counted)
  if (pieces.length === 0) return notCounted
  if (new Set(pieces.map(({ value }) => value)).size < pieces.length) {
    return refuseFields({ field: 'pieces', message: 'A note or coin is listed twice' })
  }
  const total = sumOfPieces(pieces)
  return counted === undefined || counted === total
    ? accept(total)
    : refuseFields({ field: 'counted', message: `The notes and coins come to ${formatRupees(total)}` })
}

/** `Rs 100 short`, `Rs 50 over` or `none`. */
export function differenceWords(difference: Money): string {
  if (difference === 0) return 'none'
  return difference < 0
    ? `Rs ${formatRupees(opposite(difference))} short`
    : `Rs ${formatRupees(difference)} over`
}

export interface CountOfDrawer {
  readonly counted: Money
  readonly floatKept: Money
  readonly remark: string
}

/** A first count that differs is kept, and the cash is counted again; any other count closes the drawer. */
export type CountResult = { readonly isClosed: boolean; readonly difference: Money }

/** Judges a count. A recount closes the drawer even if it differs, but a difference needs a remark. */
export function judgeCount(
  { counted, floatKept, remark }: CountOfDrawer,
  expected: Money,
  isRecount: boolean,
): Outcome<CountResult> {
  if (floatKept > counted) {
    return refuseFields({ field: 'floatKept', message: `Only ${formatRupees(counted)} were counted` })
  }
  const difference = less(counted, expected)
  if (difference === 0) return accept({ isClosed: true, difference })
  if (!isRecount) return accept({ isClosed: false, difference })
  return remark === ''
    ? refuseFields({ field: 'remark', message: 'Explain the difference' })
    : accept({ isClosed: true, difference })
}

/** The numbers of receipts, or of adjustments, that a closing covers: `after` is excluded, `upTo` is included. */
export interface NumberRange {
  readonly after: number
  readonly upTo: number
}

/**
 * Returns the range of a closing, up to the number that the cashier saw, or else the last number. Refuses a number that
 * was closed meanwhile or was never given out.
 */
export function rangeUntil(after: number, last: number, seen: number | undefined): Outcome<NumberRange> {
  const upTo = seen ?? last
  return upTo < after || upTo > last ? refuse('record-changed') : accept({ after, upTo })
}

interface Acceptable {
  readonly drawer: string
  readonly acceptedBy: string | null
}

/** Accepts a closing for a user other than the cashier; for the cashier only if no other user may write. */
export function acceptClosing<C extends Acceptable>(closing: C, userId: string, writers: number): Outcome<C> {
  if (closing.acceptedBy !== null) return refuse('closing-accepted')
  return closing.drawer === userId && writers > 1 ? refuse('accept-by-other') : accept(closing)
}

/** The cash of one closing that is still in the safe. */
export interface LeftInSafe {
  readonly closingNo: number
  readonly left: Money
}

export const cashInSafe = (closings: readonly LeftInSafe[]): Money =>
  sum(nothing, ...closings.map(({ left }) => left))

/** The part of a deposit that comes from one closing. */
export interface EmptiedClosing {
  readonly closingNo: number
  readonly amount: Money
}

/** Takes cash out of the safe, from the oldest closing first. Refuses more cash than the safe has. */
export function takeFromSafe(closings: readonly LeftInSafe[], cash: Money): Outcome<EmptiedClosing[]> {
  const inSafe = cashInSafe(closings)
  if (cash > inSafe) return refuse('not-in-safe', { inSafe })
  const emptiedClosings: EmptiedClosing[] = []
  let rest = cash
  for (const { closingNo, left } of closings.toSorted((one, other) => one.closingNo - other.closingNo)) {
    if (rest === 0) break
    const amount = left < rest ? left : rest
    if (amount > 0) emptiedClosings.push({ closingNo, amount })
    rest = less(rest, amount)
  }
  return accept(emptiedClosings)
}

export interface GivenDeposit {
  readonly depositedDate: CalendarDate
  readonly cash: Money
  readonly cheques: readonly number[]
}

export interface Safe {
  readonly closings: readonly LeftInSafe[]
  readonly cheques: readonly { readonly receiptNo: number }[]
}

/** Returns the closings that a deposit of today or earlier empties. Refuses cash or cheques not in the safe. */
export function depositOf(
  safe: Safe,
  { depositedDate, cash, cheques }: GivenDeposit,
  today: CalendarDate,
): Outcome<EmptiedClosing[]> {
  if (depositedDate > today) {
    return refuseFields({ field: 'depositedDate', message: 'Date cannot be in the future' })
  }
  if (cash === 0 && cheques.length === 0) {
    return refuseFields({ field: 'cash', message: 'Enter the cash, or choose the cheques' })
  }
  const missing = cheques.find((no) => !safe.cheques.some(({ receiptNo }) => receiptNo === no))
  if (missing !== undefined) {
    return refuseFields({ field: 'cheques', message: `The cheque of receipt ${missing} is not in the safe` })
  }
  if (new Set(cheques).size < cheques.length) {
    return refuseFields({ field: 'cheques', message: 'A cheque is listed twice' })
  }
  return takeFromSafe(safe.closings, cash)
}

interface ClosedWith {
  readonly drawer: string
  readonly cashierName: string
  readonly difference: Money
}

/** Sums the differences of each cashier in paisa, ordered by name; `short` and `over` are positive. */
export function differencesByCashier(closings: readonly ClosedWith[]) {
  const drawers = [...new Set(closings.map(({ drawer }) => drawer))]
  return drawers
    .map((drawer) => {
      const ownClosings = closings.filter((closing) => closing.drawer === drawer)
      const differences = ownClosings.map(({ difference }) => difference)
      return {
        drawer,
        cashierName: ownClosings[0]?.cashierName ?? drawer,
        closings: ownClosings.length,
        differing: differences.filter((difference) => difference !== 0).length,
        short: opposite(sum(nothing, ...differences.filter((difference) => difference < 0))),
        over: sum(nothing, ...differences.filter((difference) => difference > 0)),
      }
    })
    .toSorted((one, other) => (one.cashierName < other.cashierName ? -1 : 1))
}
