// The desk's drawer is closed at the end of each day; the office accepts the closings, all but the last two, and
// deposits the money that the first ones brought to the safe.

import type { CalendarDate } from '#domain/calendar.ts'
import { denominations, type Pieces } from '#domain/cashier-close.ts'
import { less, nothing, paisa, sum, type Money } from '#domain/money.ts'
import type { JsonRow } from '#server/records/bulk-rows.ts'
import type { DemoCampus } from './campuses.ts'
import type { HistoryEntry } from './history.ts'
import type { NumberedReceipt } from './number-receipts.ts'
import { clockTime } from './school-year.ts'

const mostDays = 6
/** The closing that is short, counted from 0. */
const shortPlace = 2
const shortBy = paisa(10_000)
const floatKept = paisa(200_000)
const mostDeposited = 3

const closedAt = 14.25 * 3600
const acceptedAt = 8 * 3600
const depositedAt = 10.5 * 3600

/** The rows about the drawers of a campus. */
export interface DrawerClosings {
  readonly counts: readonly JsonRow<'drawer_counts'>[]
  readonly closings: readonly JsonRow<'cashier_closings'>[]
  readonly deposits: readonly JsonRow<'deposits'>[]
  readonly entries: readonly HistoryEntry[]
}

const noReferences = { rollNo: null, voucherNo: null, receiptNo: null, before: null }

/** The least number of notes and coins of an amount in whole rupees; the note of 75 is rare. */
function piecesOf(amount: Money): Pieces[] {
  let rest = amount / 100
  return denominations.flatMap((value) => {
    const pieces = value === 75 ? 0 : Math.floor(rest / value)
    rest -= pieces * value
    return pieces > 0 ? [{ value, pieces }] : []
  })
}

type Closing = JsonRow<'cashier_closings'> & { readonly toSafe: Money }
type Deposit = JsonRow<'deposits'> & { readonly cheques: readonly number[] }

/** The closings of the desk's drawer on the last days before today that it received on. */
export function drawerClosings(
  campus: DemoCampus,
  receipts: readonly NumberedReceipt[],
  today: CalendarDate,
): DrawerClosings {
  const own = receipts.filter(({ entered }) => entered.by === campus.desk.userId)
  const days = [...new Set(own.map(({ receivedOn }) => receivedOn))]
    .filter((day) => day < today)
    .toSorted()
    .slice(-mostDays)
  const closings: Closing[] = []
  for (const [place, day] of days.entries()) {
    closings.push(closingOf(campus, { receipts, own, days, place, day, before: closings.at(-1) }))
  }
  const deposits = depositsOf(campus, closings, own, days)
  return {
    counts: closings.filter(({ remark }) => remark !== '').map(firstCountOf),
    closings: closings.map(({ toSafe: _, ...row }) => row),
    deposits,
    entries: [...closings.flatMap(entriesOf), ...deposits.map(entryOfDeposit)],
  }
}

interface DayToClose {
  readonly receipts: readonly NumberedReceipt[]
  readonly own: readonly NumberedReceipt[]
  readonly days: readonly CalendarDate[]
  readonly place: number
  readonly day: CalendarDate
  readonly before: Closing | undefined
}

/** The numbers that a closing covers, and the cash of the desk's receipts among them. */
function rangeOf({ receipts, own, day, before }: DayToClose) {
  const lastBy = (at: string) => receipts.findLast(({ entered }) => entered.at < at)?.receiptNo ?? 0
  const after = before?.up_to_receipt ?? lastBy(clockTime(day, 0))
  const upTo = lastBy(clockTime(day, closedAt))
  const inCash = own.filter(
    ({ receiptNo, method }) => method === 'cash' && receiptNo > after && receiptNo <= upTo,
  )
  return { after, upTo, cash: sum(nothing, ...inCash.map(({ amount }) => amount)) }
}

/** The acceptance of a closing on the next day; the last two are not accepted yet. */
function acceptanceOf(campus: DemoCampus, { days, place }: DayToClose) {
  const on = place < days.length - 2 ? days[place + 1] : undefined
  return on === undefined
    ? { accepted_at: null, accepted_by: null, writers: null }
    : { accepted_at: clockTime(on, acceptedAt), accepted_by: campus.office.userId, writers: 3 }
}

function closingOf(campus: DemoCampus, toClose: DayToClose): Closing {
  const { place, day, before } = toClose
  const { after, upTo, cash } = rangeOf(toClose)
  const floatBefore = paisa(before?.float_kept ?? 0)
  const expected = sum(floatBefore, cash)
  const isShort = place === shortPlace && expected > shortBy
  const counted = isShort ? less(expected, shortBy) : expected
  const kept = counted < floatKept ? counted : floatKept
  return {
    campus: campus.name,
    closing_no: place + 1,
    drawer: campus.desk.userId,
    place: place + 1,
    after_receipt: after,
    up_to_receipt: upTo,
    last_receipt: upTo,
    after_adjustment: 0,
    up_to_adjustment: 0,
    last_adjustment: 0,
    float_before: floatBefore,
    cash,
    counted,
    pieces: counted % 100 === 0 ? piecesOf(counted) : null,
    remark: isShort ? 'Change given wrongly' : '',
    float_kept: kept,
    closed_at: clockTime(day, closedAt),
    ...acceptanceOf(campus, toClose),
    toSafe: less(counted, kept),
  }
}

const firstCountOf = (closing: Closing): JsonRow<'drawer_counts'> => ({
  campus: closing.campus,
  drawer: closing.drawer,
  place: closing.place,
  up_to_receipt: closing.up_to_receipt,
  up_to_adjustment: closing.up_to_adjustment,
  expected: closing.float_before + closing.cash,
  counted: closing.counted,
  pieces: closing.pieces ?? null,
  counted_at: closing.closed_at,
})

function entriesOf(closing: Closing): HistoryEntry[] {
  const { closing_no: cashierClosingNo, drawer: by, closed_at: at, counted, toSafe, remark = '' } = closing
  const expected = closing.float_before + closing.cash
  const difference = counted - expected
  const counts = { expected, counted, difference }
  const after = { cashierClosingNo, ...counts, toSafe, remark }
  return [
    ...(difference === 0 ? [] : [{ ...noReferences, at, by, what: 'drawer counted', after: counts }]),
    { ...noReferences, at, by, what: 'drawer closed', after },
    ...(closing.accepted_at && closing.accepted_by
      ? [
          {
            ...noReferences,
            at: closing.accepted_at,
            by: closing.accepted_by,
            what: 'closing accepted',
            after: { cashierClosingNo, toSafe },
          },
        ]
      : []),
  ]
}

/** One deposit of the cash and cheques of the first accepted closings. */
function depositsOf(
  campus: DemoCampus,
  closings: readonly Closing[],
  own: readonly NumberedReceipt[],
  days: readonly CalendarDate[],
): Deposit[] {
  const accepted = closings.filter(({ accepted_at }) => accepted_at !== null).slice(0, mostDeposited)
  const [first, last, day] = [accepted[0], accepted.at(-1), days[accepted.length]]
  if (!first || !last || day === undefined) return []
  const reversed = new Set(own.map(({ reverses }) => reverses))
  const emptied = accepted
    .filter(({ toSafe }) => toSafe > 0)
    .map(({ closing_no, toSafe }) => ({ closingNo: closing_no, amount: toSafe }))
  const cheques = own
    .filter(
      ({ receiptNo, method, reverses }) =>
        method === 'cheque' && reverses === null && !reversed.has(receiptNo),
    )
    .filter(({ receiptNo }) => receiptNo > first.after_receipt && receiptNo <= last.up_to_receipt)
    .map(({ receiptNo }) => receiptNo)
  if (emptied.length + cheques.length === 0) return []
  return [
    {
      campus: campus.name,
      deposit_no: 1,
      deposited_on: day,
      account: 'HBL 0045-7901',
      slip: 'DS 20611',
      cash: sum(nothing, ...emptied.map(({ amount }) => amount)),
      cheques,
      emptied,
      entered_at: clockTime(day, depositedAt),
      entered_by: campus.office.userId,
    },
  ]
}

const entryOfDeposit = (deposit: Deposit): HistoryEntry => ({
  ...noReferences,
  at: deposit.entered_at,
  by: deposit.entered_by,
  what: 'deposit entered',
  after: {
    depositNo: deposit.deposit_no,
    depositedDate: deposit.deposited_on,
    account: deposit.account,
    slip: deposit.slip,
    cash: deposit.cash,
    cheques: deposit.cheques.join(', '),
  },
})
