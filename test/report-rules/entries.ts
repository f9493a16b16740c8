// Everything that changes students' debts, by rule.

import { dateAt, type Month } from '#domain/calendar.ts'
import { feeHeads } from '#domain/fee-heads.ts'
import { nothing, paisa } from '#domain/money.ts'
import type { VoucherState } from '#domain/received-heads.ts'
import { thisMonth } from '#domain/voucher-amounts.ts'
import { amountIn, found, textIn, voucherOf, type BookRows, type RowIn, type Voucher } from './book-rows.ts'

/** The end of a voucher's validity: the time, the user and the reason. */
export interface Invalidation {
  readonly kind: 'replaced' | 'voided'
  readonly at: Date
  readonly by: string
  readonly other: string
  readonly reason: string
}

export function invalidationOf(books: BookRows, voucher: Voucher): Invalidation | null {
  if (voucher.replaced_by !== null) {
    const { generated_at: at, generated_by: by } = voucherOf(books, voucher.replaced_by)
    return { kind: 'replaced', at, by, other: voucher.replaced_by, reason: '' }
  }
  if (!voucher.voided) return null
  const line = books.changes.find(
    ({ what, voucher_no }) => what === 'voucher voided' && voucher_no === voucher.voucher_no,
  )
  if (line) {
    const reason = textIn(line.after, 'reason') ?? ''
    return { kind: 'voided', at: line.changed_at, by: line.changed_by, other: '', reason }
  }
  const run = found(
    books.runs.find(({ run_no }) => run_no === voucher.run_no),
    `run of ${voucher.voucher_no}`,
  )
  const at = found(run.voided_at ?? undefined, `void of run ${run.run_no}`)
  return { kind: 'voided', at, by: run.voided_by ?? '', other: '', reason: run.void_reason ?? '' }
}

/** A voucher between two re-pricings, with the history entry that began this state; null for its generation. */
export interface PricedState extends VoucherState {
  readonly line: RowIn<'changes'> | null
}

/** Computes the states of a voucher backwards, from the present through its re-pricings. */
export function statesOf(books: BookRows, voucher: Voucher): readonly PricedState[] {
  let charges = Object.fromEntries(feeHeads.map(({ key, column }) => [key, paisa(voucher[column])]))
  let until = invalidationOf(books, voucher)?.at ?? null
  const states: PricedState[] = []
  const begin = (line: RowIn<'changes'> | null) => {
    const since = line?.changed_at ?? voucher.generated_at
    const month: Month = { year: voucher.year, month: voucher.month }
    const broughtIn = voucher.kind === 'opening' ? paisa(Math.max(0, voucher.arrears)) : nothing
    const state = { ...charges, broughtIn, month, chainNo: voucher.chain_no, since, until, line }
    states.unshift(state as PricedState) // with every head, as above
    until = since
  }
  for (const line of books.changes.toReversed()) {
    if (line.what !== 'voucher re-priced' || line.voucher_no !== voucher.voucher_no) continue
    begin(line)
    charges = { ...charges, ...(line.before as Record<string, never>) }
  }
  begin(null)
  return states
}

/** A field that an entry's kind does not have is null or ''. */
export interface BookEntry {
  readonly kind: string
  readonly at: Date
  /** The date of the entry. */
  readonly day: string
  readonly who: string
  readonly rollNo: number
  readonly voucher: Voucher | null
  /** The increase of the debt. */
  readonly owed: number
  readonly number: number | null
  readonly reverses: number | null
  readonly before: number | null
  readonly after: number | null
  readonly discountBefore: number | null
  readonly discountAfter: number | null
  readonly adjustment: string | null
  readonly method: string | null
  readonly reference: string
  readonly other: string
  readonly reason: string
}

const emptyFields = {
  number: null,
  reverses: null,
  before: null,
  after: null,
  discountBefore: null,
  discountAfter: null,
  adjustment: null,
  method: null,
  reference: '',
  other: '',
  reason: '',
}

/** Lists a voucher's first amount, each re-pricing, and its end. */
function chargesOf(books: BookRows, voucher: Voucher): readonly BookEntry[] {
  const common = { ...emptyFields, rollNo: voucher.roll_no, voucher }
  const states = statesOf(books, voucher)
  const invalidation = invalidationOf(books, voucher)
  const priced = states.map((state, index): BookEntry => {
    const [before, after] = [states[index - 1], state].map((each) => (each ? thisMonth(each) : 0))
    const owed = (after ?? 0) - (before ?? 0)
    if (state.line === null) {
      const { generated_at: at, generated_by: who, issue_date: day, note: reason } = voucher
      return voucher.kind === 'opening'
        ? { ...common, kind: 'opening', at, day, who, reason, owed: voucher.arrears }
        : { ...common, kind: 'billed', at, day, who, reason, owed }
    }
    const { changed_at: at, changed_by: who } = state.line
    return {
      ...common,
      kind: 're-priced',
      at,
      day: dateAt(at),
      who,
      owed,
      before: before ?? 0,
      after: after ?? 0,
    }
  })
  if (!invalidation) return priced
  const { kind, at, by: who, other, reason } = invalidation
  return [...priced, { ...common, kind, at, day: dateAt(at), who, other, reason, owed: -voucher.amount }]
}

const receiptEntries = (books: BookRows): readonly BookEntry[] =>
  books.receipts.map((row) => ({
    ...emptyFields,
    kind: row.kind,
    at: row.entered_at,
    day: row.received_on,
    who: row.received_by,
    rollNo: row.roll_no,
    voucher: voucherOf(books, row.voucher_no),
    owed: -row.amount,
    number: row.receipt_no,
    reverses: row.reverses,
    method: row.method,
    reference: row.reference,
    reason: row.reason,
  }))

/** Lists the adjustments. A move between two vouchers of a student changes no debt. */
const adjustmentEntries = (books: BookRows): readonly BookEntry[] =>
  books.adjustments.map((row) => {
    const isMove = row.from_voucher_no !== null
    return {
      ...emptyFields,
      kind: isMove ? 'moved' : 'adjusted',
      at: row.entered_at,
      day: row.effective_on,
      who: row.entered_by,
      rollNo: row.roll_no,
      voucher: voucherOf(books, row.voucher_no),
      owed: isMove ? 0 : row.amount,
      number: row.adjustment_no,
      reverses: row.reverses,
      after: isMove ? row.amount : null,
      adjustment: row.kind,
      method: row.method,
      reference: row.reference,
      other: row.from_voucher_no ?? '',
      reason: row.reason,
    }
  })

/** Lists the entries of vouchers: billed or brought in, re-priced, ended. */
export const chargeEntries = (books: BookRows): readonly BookEntry[] =>
  books.vouchers.flatMap((voucher) => chargesOf(books, voucher))

export const bookEntries = (books: BookRows): readonly BookEntry[] => [
  ...chargeEntries(books),
  ...receiptEntries(books),
  ...adjustmentEntries(books),
]

/** Lists the changes of fees and discounts for later vouchers. */
export const feeEntries = (books: BookRows): readonly BookEntry[] =>
  books.changes
    .filter(({ what }) => what === 'fee changed' || what === 'fees changed')
    .map((line) => ({
      ...emptyFields,
      kind: 'fees changed',
      at: line.changed_at,
      day: dateAt(line.changed_at),
      who: line.changed_by,
      rollNo: found(line.roll_no ?? undefined, 'student of changed fees'),
      voucher: null,
      owed: 0,
      before: amountIn(line.before, 'monthlyFee') ?? null,
      after: amountIn(line.after, 'monthlyFee') ?? null,
      discountBefore: amountIn(line.before, 'discount') ?? null,
      discountAfter: amountIn(line.after, 'discount') ?? null,
      reason: textIn(line.after, 'feeChangeDate') ?? '',
    }))
