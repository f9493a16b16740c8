import { firstOfMonth, monthOf, type CalendarDate, type Month } from './calendar.ts'
import { nothing, sum, type Money } from './money.ts'
import { accept, refuse, type FieldError, type Outcome } from './outcome.ts'

/** What a student is to pay month by month. */
export interface MonthlyFee {
  readonly monthlyFee: Money
  readonly discount: Money
}

/** A monthly fee from the month on in which it counts; `from` is its first day, null for the fee from the beginning. */
export interface DatedFee extends MonthlyFee {
  readonly from: CalendarDate | null
}

/** The fee in force in a month: that of the latest change dated in it or before (decisions 6.fee-change). */
export const feeInMonth = (schedule: readonly DatedFee[], month: Month): DatedFee | null =>
  schedule.findLast(({ from }) => from === null || from <= firstOfMonth(month)) ?? null

/** The changes of a schedule that are dated ahead and wait for their month, the next first. */
export const plannedFees = (schedule: readonly DatedFee[], today: CalendarDate): readonly DatedFee[] =>
  schedule.filter(({ from }) => from !== null && from > firstOfMonth(monthOf(today)))

/**
 * A schedule, oldest first, after a change: it takes the place of one for the same month and of those of later months
 * that had come into force, so that it counts from its month on; what is dated ahead stays planned (decisions 6.fee-change.ahead).
 */
export function changeSchedule(
  schedule: readonly DatedFee[],
  change: MonthlyFee & { readonly from: CalendarDate },
  today: CalendarDate,
): readonly DatedFee[] {
  const current = firstOfMonth(monthOf(today))
  const isSuperseded = ({ from }: DatedFee) =>
    from !== null && (from === change.from || (from >= change.from && from <= current))
  const kept = schedule.filter((fee) => !isSuperseded(fee))
  const isBefore = ({ from }: DatedFee) => from === null || from < change.from
  return [...kept.filter(isBefore), change, ...kept.filter((fee) => !isBefore(fee))]
}

/** The month for which a student's fees are shown and edited: this month, or a later one of which the open voucher is. */
export function monthOfFees(open: { readonly month: Month } | null, today: CalendarDate): Month {
  const current = monthOf(today)
  return open && firstOfMonth(open.month) > firstOfMonth(current) ? open.month : current
}

/** Fees charged once: they wait with the student and go on the next voucher (decisions 3.fees.one-time). */
export interface OneTimeFees {
  readonly registrationFee: Money
  readonly admissionFee: Money
  readonly examinationFee: Money
}

export type Fees = MonthlyFee & OneTimeFees

export const noOneTimeFees: OneTimeFees = {
  registrationFee: nothing,
  admissionFee: nothing,
  examinationFee: nothing,
}

export const addOneTimeFees = (one: OneTimeFees, other: OneTimeFees): OneTimeFees => ({
  registrationFee: sum(one.registrationFee, other.registrationFee),
  admissionFee: sum(one.admissionFee, other.admissionFee),
  examinationFee: sum(one.examinationFee, other.examinationFee),
})

export const monthlyFeeOf = ({ monthlyFee, discount }: MonthlyFee): MonthlyFee => ({ monthlyFee, discount })

/** A change of fee changes monthly fee or discount (spec 5.change-fee). */
export const requireFeeChange = (before: MonthlyFee, after: MonthlyFee): Outcome<MonthlyFee> =>
  before.monthlyFee === after.monthlyFee && before.discount === after.discount
    ? refuse('no-changes')
    : accept(after)

/** A discount above the fee would pay the family for coming (decisions 3.amounts.discount). */
export const wrongInFees = (fees: MonthlyFee): readonly FieldError[] =>
  fees.discount > fees.monthlyFee
    ? [{ field: 'discount', message: 'The discount may not exceed the monthly fee' }]
    : []
