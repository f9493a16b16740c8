import { firstOfMonth, monthOf, type CalendarDate, type Month } from './calendar.ts'
import { byHead, monthlyHeads, oneTimeHeads, type HeadCharged } from './fee-heads.ts'
import { nothing, sum, type Money } from './money.ts'
import { accept, refuse, type FieldError, type Outcome } from './outcome.ts'

export type MonthlyFee = Readonly<Record<HeadCharged<'monthly'>, Money>>

/** `from` is null for the fee since admission. */
export interface DatedFee extends MonthlyFee {
  readonly from: CalendarDate | null
}

/** Finds the fee in force in a month: the latest change dated in that month or earlier (decisions 6.fee-change). */
export const feeInMonth = (schedule: readonly DatedFee[], month: Month): DatedFee | null =>
  schedule.findLast(({ from }) => from === null || from <= firstOfMonth(month)) ?? null

/** Lists the changes of a schedule that take effect in a later month, the next change first. */
export const plannedFees = (schedule: readonly DatedFee[], today: CalendarDate): readonly DatedFee[] =>
  schedule.filter(({ from }) => from !== null && from > firstOfMonth(monthOf(today)))

/** Returns the month whose fees are shown and edited: this month, or the month of the open voucher if it is later. */
export function monthOfFees(open: { readonly month: Month } | null, today: CalendarDate): Month {
  const current = monthOf(today)
  return open && firstOfMonth(open.month) > firstOfMonth(current) ? open.month : current
}

/** Fees that are charged once; they are pending until the next voucher charges them (decisions 3.fees.one-time). */
export type OneTimeFees = Readonly<Record<HeadCharged<'once'>, Money>>

export type Fees = MonthlyFee & OneTimeFees

export const noOneTimeFees: OneTimeFees = byHead(oneTimeHeads, () => nothing)

export const addOneTimeFees = (one: OneTimeFees, other: OneTimeFees): OneTimeFees =>
  byHead(oneTimeHeads, ({ key }) => sum(one[key], other[key]))

export const monthlyFeeOf = (fees: MonthlyFee): MonthlyFee => byHead(monthlyHeads, ({ key }) => fees[key])

/** Refuses a fee change that changes neither monthly fee nor discount (spec 5.change-fee). */
export const requireFeeChange = (before: MonthlyFee, after: MonthlyFee): Outcome<MonthlyFee> =>
  monthlyHeads.every(({ key }) => before[key] === after[key]) ? refuse('no-changes') : accept(after)

/** Returns the errors in a fee: a discount may not exceed the monthly fee (decisions 3.amounts.discount). */
export const feeErrors = (fees: MonthlyFee): readonly FieldError[] =>
  fees.discount > fees.monthlyFee
    ? [{ field: 'discount', message: 'The discount may not exceed the monthly fee' }]
    : []
