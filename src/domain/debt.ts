import { compareMonths, type CalendarDate, type Month } from './calendar.ts'
import { less, nothing, opposite, paisa, sum, type Money } from './money.ts'

/** A voucher of a student that was neither replaced nor voided. */
export interface ChargedVoucher {
  readonly month: Month
  readonly chainNo: number
  readonly dueDate: CalendarDate
  readonly posted: boolean
  /**
   * The voucher's own charges, without arrears; for an opening voucher the balance that it brought in, negative for an advance.
   */
  readonly amount: Money
  readonly netBalance: Money
}

export interface Debt<V> {
  /** The balance of the last posted voucher; negative if paid in advance, 0 if none is posted. */
  readonly balance: Money
  /** Overdue and not due yet. */
  readonly owed: Money
  readonly overdue: Money
  readonly notDue: Money
  readonly advance: Money
  /** The charges of drafts after the last posted voucher; not owed yet. */
  readonly notPosted: Money
  /** The vouchers that are not paid in full, oldest month first; they add up to what is owed. */
  readonly unpaid: readonly (V & { readonly unpaid: Money })[]
  /** The earliest due date of these; null if nothing is owed. */
  readonly dueSince: CalendarDate | null
}

/** Sorts by month, then by generation: the order in which money pays vouchers (decisions 7). */
const byMonth = (
  one: Pick<ChargedVoucher, 'month' | 'chainNo'>,
  other: Pick<ChargedVoucher, 'month' | 'chainNo'>,
): number => compareMonths(one.month, other.month) || one.chainNo - other.chainNo

const earlier = (one: CalendarDate | null, other: CalendarDate): CalendarDate =>
  one !== null && one < other ? one : other

/** The vouchers that count as owed: those up to the last posted one. */
const countedOf = <V extends Pick<ChargedVoucher, 'posted'>>(valid: readonly V[]): readonly V[] =>
  valid.slice(0, valid.findLastIndex(({ posted }) => posted) + 1)

/**
 * The debt from the vouchers in the order of generation (decisions 7). Drafts after the last posted voucher are no debt. The debt
 * is of the newest months, as money pays the oldest; a debt beyond all charges is of the oldest.
 */
export function studentDebt<V extends ChargedVoucher>(valid: readonly V[], day: CalendarDate): Debt<V> {
  const counted = countedOf(valid)
  const balance = counted.at(-1)?.netBalance ?? nothing
  const owed = paisa(Math.max(0, balance))
  const unpaid: (V & { readonly unpaid: Money })[] = []
  let [left, overdue] = [owed, nothing]
  let dueSince: CalendarDate | null = null
  for (const [place, voucher] of counted.toSorted(byMonth).toReversed().entries()) {
    const isOldest = place === counted.length - 1
    const part = isOldest ? left : paisa(Math.max(0, Math.min(left, voucher.amount)))
    if (part === 0) continue
    unpaid.unshift({ ...voucher, unpaid: part })
    left = less(left, part)
    dueSince = earlier(dueSince, voucher.dueDate)
    if (voucher.dueDate < day) overdue = sum(overdue, part)
  }
  return {
    balance,
    owed,
    overdue,
    notDue: less(owed, overdue),
    advance: balance < 0 ? opposite(balance) : nothing,
    notPosted: less(valid.at(-1)?.netBalance ?? nothing, balance),
    unpaid,
    dueSince,
  }
}
