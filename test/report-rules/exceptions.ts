// Corrections and exceptions by rule, from the rows that they left.

import { largeDiscountPercent } from '#domain/book-exception.ts'
import { dateAt } from '#domain/calendar.ts'
import { opposite, paisa } from '#domain/money.ts'
import { thisMonth } from '#domain/voucher-amounts.ts'
import type { exceptionList } from '#reports/exceptions.ts'
import {
  amountIn,
  found,
  isBetween,
  isOf,
  staffName,
  studentOf,
  textIn,
  voucherOf,
  type BookRows,
  type ByRule,
  type Filters,
  type RowIn,
  type Voucher,
} from './book-rows.ts'
import { invalidationOf, statesOf } from './entries.ts'

interface Exception {
  readonly kind: string
  readonly at: Date
  readonly who: string
  readonly rollNo: number | null
  readonly voucherNo: string | null
  readonly number: number | null
  readonly day: string | null
  readonly owed: number
  readonly reason: string
}

type Receipt = RowIn<'receipts'>

const ofReceipt = (row: Receipt) => ({
  at: row.entered_at,
  who: row.received_by,
  rollNo: row.roll_no,
  voucherNo: row.voucher_no,
  number: row.receipt_no,
})

/** Groups receipts and reversals by call; no two calls have the same time. */
const callsOf = ({ receipts }: BookRows): readonly (readonly Receipt[])[] =>
  [...new Set(receipts.map((row) => row.entered_at.getTime()))].map((time) =>
    receipts.filter((row) => row.entered_at.getTime() === time),
  )

/** Returns the call's corrected or returned receipt, moved receipt (to another student), or back-dated receipt. */
function correctionOf(books: BookRows, rows: readonly Receipt[]): readonly Exception[] {
  const last = found(rows.at(-1), 'receipt of a call')
  const reversal = rows.find(({ kind }) => kind === 'reversal')
  if (!reversal) {
    const isBack = last.received_on < dateAt(last.entered_at)
    const { received_on: day, reason } = last
    return isBack ? [{ ...ofReceipt(last), kind: 'receipt back-dated', day, owed: -last.amount, reason }] : []
  }
  if (last.roll_no !== reversal.roll_no) {
    const reason = `${last.reason}; from roll number ${reversal.roll_no}`
    const moved = { kind: 'receipt moved', day: last.received_on, owed: -last.amount, reason }
    return [{ ...ofReceipt(last), ...moved }]
  }
  const isReturn = books.changes.some(
    ({ what, receipt_no }) => what === 'cheque returned' && receipt_no === last.receipt_no,
  )
  const kind = isReturn ? 'cheque returned' : 'receipt corrected'
  const owed = rows.reduce((all, { amount }) => all - amount, 0)
  return [{ ...ofReceipt(last), kind, day: dateAt(last.entered_at), owed, reason: last.reason }]
}

const adjustmentsIn = ({ adjustments }: BookRows): readonly Exception[] =>
  adjustments
    .filter(({ from_voucher_no }) => from_voucher_no === null)
    .map((row) => ({
      kind: row.kind,
      at: row.entered_at,
      who: row.entered_by,
      rollNo: row.roll_no,
      voucherNo: row.voucher_no,
      number: row.adjustment_no,
      day: row.effective_on,
      owed: row.amount,
      reason: row.reverses === null ? row.reason : `Takes back no. ${row.reverses}; ${row.reason}`,
    }))

const ofVoucher = (voucher: Voucher, at: Date, who: string) => ({
  at,
  who,
  rollNo: voucher.roll_no,
  voucherNo: voucher.voucher_no,
  number: null,
  day: dateAt(at),
  reason: '',
})

/** Lists the re-pricings of a voucher that was posted just before them. */
const repricingsOf = (books: BookRows, voucher: Voucher): readonly Exception[] => {
  const states = statesOf(books, voucher)
  return states.flatMap((state, index) => {
    const before = states[index - 1]
    if (state.line === null || !before) return []
    const { changed_at: at, changed_by: who } = state.line
    const seen = books.seen.findLast((each) => each.at <= at)
    const owed = thisMonth(state) - thisMonth(before)
    return seen?.posted.has(voucher.voucher_no) === true
      ? [{ ...ofVoucher(voucher, at, who), kind: 'voucher re-priced', owed }]
      : []
  })
}

/** Returns the single void of a voucher, or its replacement, with the difference of the charges. */
function endOf(books: BookRows, voucher: Voucher): readonly Exception[] {
  const invalidation = invalidationOf(books, voucher)
  if (!invalidation) return []
  const row = ofVoucher(voucher, invalidation.at, invalidation.by)
  if (invalidation.kind === 'replaced') {
    const [first] = statesOf(books, voucherOf(books, invalidation.other))
    const owed = thisMonth(found(first, 'replacement')) - voucher.amount
    return [{ ...row, kind: 'voucher replaced', owed, reason: `Replaced by ${invalidation.other}` }]
  }
  const run = books.runs.find(({ run_no }) => run_no === voucher.run_no)
  const isOfRun = run?.voided_at?.getTime() === invalidation.at.getTime()
  return isOfRun
    ? []
    : [{ ...row, kind: 'voucher voided', owed: opposite(paisa(voucher.amount)), reason: invalidation.reason }]
}

/** Lists the voided runs; a voucher that had been voided alone has its own row. */
const voidedRuns = (books: BookRows): readonly Exception[] =>
  books.runs.flatMap((run) => {
    const { voided_at: at, voided_by, void_reason, run_no: number } = run
    if (at === null) return []
    const owed = books.vouchers
      .filter((voucher) => voucher.run_no === number && voucher.voided)
      .filter((voucher) => invalidationOf(books, voucher)?.at.getTime() === at.getTime())
      .reduce((all, voucher) => all - voucher.amount, 0)
    const row = { at, who: voided_by ?? '', rollNo: null, voucherNo: null, number, day: dateAt(at) }
    return [{ ...row, kind: 'run voided', owed, reason: void_reason ?? '' }]
  })

const isLarge = (discount: number, fee: number): boolean => discount * 100 > fee * largeDiscountPercent
const rupees = (amount: number): string => String(amount / 100)

const discountsAtAdmission = (books: BookRows): readonly Exception[] =>
  books.vouchers.flatMap((voucher) => {
    const first = found(statesOf(books, voucher)[0], 'state of a voucher')
    const { discount, monthlyFee } = first
    if (voucher.kind !== 'admission' || !isLarge(discount, monthlyFee)) return []
    const reason = `at admission, of a monthly fee of ${rupees(monthlyFee)}`
    const row = ofVoucher(voucher, voucher.generated_at, voucher.generated_by)
    return [{ ...row, kind: 'large discount', day: voucher.issue_date, owed: -discount, reason }]
  })

const discountsByChange = ({ changes }: BookRows): readonly Exception[] =>
  changes.flatMap((line) => {
    const [discount, fee] = [amountIn(line.after, 'discount'), amountIn(line.after, 'monthlyFee')]
    const isChange = line.what === 'fee changed' || line.what === 'fees changed'
    if (!isChange || discount === undefined || fee === undefined || !isLarge(discount, fee)) return []
    return [
      {
        kind: 'large discount',
        at: line.changed_at,
        who: line.changed_by,
        rollNo: line.roll_no,
        voucherNo: line.voucher_no,
        number: null,
        day: textIn(line.after, 'feeChangeDate') ?? dateAt(line.changed_at),
        owed: -discount,
        reason: `of a monthly fee of ${rupees(fee)}`,
      },
    ]
  })

const advancesBroughtIn = ({ vouchers, students }: BookRows): readonly Exception[] =>
  vouchers.flatMap((voucher) => {
    if (voucher.kind !== 'opening' || voucher.arrears >= 0) return []
    const student = students.find(({ roll_no }) => roll_no === voucher.roll_no)
    const row = ofVoucher(voucher, voucher.generated_at, voucher.generated_by)
    const reason = `Import ${student?.import_no}`
    return [{ ...row, kind: 'advance brought in', day: voucher.issue_date, owed: voucher.arrears, reason }]
  })

const closingsIn = ({ closings }: BookRows): readonly Exception[] =>
  closings.map((row) => ({
    kind: row.figures === null ? 'books reopened' : 'books closed',
    at: row.entered_at,
    who: row.entered_by,
    rollNo: null,
    voucherNo: null,
    number: row.closing_no,
    day: row.closed_until,
    owed: 0,
    reason: row.reason,
  }))

const keyOf = (row: {
  readonly whoName: string
  readonly enteredAt: Date
  readonly number: number | null
  readonly rollNo: number | null
  readonly kind: string
  readonly voucherNo: string | null
}): string => {
  const numbers = [row.number, row.rollNo].map((number) => String(number ?? 999_999).padStart(6, '0'))
  return [row.whoName, row.enteredAt.toISOString(), ...numbers, row.kind, row.voucherNo].join(' ')
}

/** Lists each user's exceptions in the order of entry; those of one call by number, student, kind and voucher. */
export function exceptionsByRule(books: BookRows, filters: Filters) {
  const all = [
    ...callsOf(books).flatMap((rows) => correctionOf(books, rows)),
    ...adjustmentsIn(books),
    ...books.vouchers.flatMap((voucher) => [...repricingsOf(books, voucher), ...endOf(books, voucher)]),
    ...voidedRuns(books),
    ...discountsAtAdmission(books),
    ...discountsByChange(books),
    ...advancesBroughtIn(books),
    ...closingsIn(books),
  ]
  return all
    .filter(({ at, kind }) => isBetween(dateAt(at), filters) && isOf(filters['exceptions'], kind))
    .map(({ at, day, ...row }) => ({
      ...row,
      enteredAt: at,
      date: day,
      whoName: staffName(books, row.who),
      studentName: row.rollNo === null ? '' : studentOf(books, row.rollNo).student_name,
      size: Math.abs(row.owed),
    }))
    .toSorted((one, other) => keyOf(one).localeCompare(keyOf(other)))
    .map((row): ByRule<typeof exceptionList> => row)
}
