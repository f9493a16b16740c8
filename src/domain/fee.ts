import { nothing, sum, type Money } from './money.ts'
import { accept, refuse, type FieldError, type Outcome } from './outcome.ts'

/** What a student is to pay month by month. */
export interface MonthlyFee {
  readonly monthlyFee: Money
  readonly discount: Money
}

/** Fees charged once: they wait with the student and go on the next voucher (decisions §3). */
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

/** A change of fee changes monthly fee or discount (spec §5 Change fee). */
export const requireFeeChange = (before: MonthlyFee, after: MonthlyFee): Outcome<MonthlyFee> =>
  before.monthlyFee === after.monthlyFee && before.discount === after.discount
    ? refuse('no-changes')
    : accept(after)

/** A discount above the fee would pay the family for coming (decisions §3). */
export const wrongInFees = (fees: MonthlyFee): readonly FieldError[] =>
  fees.discount > fees.monthlyFee
    ? [{ field: 'discount', message: 'The discount may not exceed the monthly fee' }]
    : []
