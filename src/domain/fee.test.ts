import { describe, expect, it } from 'vitest'
import { rs } from '#test/builders.ts'
import { covers } from '#test/covers.ts'
import { calendarDate, monthOf, type CalendarDate } from './calendar.ts'
import {
  addOneTimeFees,
  feeErrors,
  feeInMonth,
  monthlyFeeOf,
  monthOfFees,
  noOneTimeFees,
  plannedFees,
  requireFeeChange,
  type DatedFee,
} from './fee.ts'

const fee = (monthlyFee: number, discount: number) => ({ monthlyFee: rs(monthlyFee), discount: rs(discount) })

it('a fee change is a change of the monthly fee or the discount', () => {
  expect(requireFeeChange(fee(5000, 500), fee(5000, 500))).toEqual({
    ok: false,
    refusal: { code: 'no-changes' },
  })
  expect(requireFeeChange(fee(5000, 500), fee(5500, 500))).toEqual({ ok: true, value: fee(5500, 500) })
  expect(requireFeeChange(fee(5000, 500), fee(5000, 0))).toEqual({ ok: true, value: fee(5000, 0) })
})

it('a discount up to the whole fee is accepted, a larger one is refused at its field', () => {
  covers('decisions 3.amounts.discount')

  expect(feeErrors(fee(5000, 5000))).toEqual([])
  expect(feeErrors(fee(5000, 5000.01))).toMatchObject([{ field: 'discount' }])
})

it('one-time fees add up and are not part of the monthly fee', () => {
  const one = { ...noOneTimeFees, examinationFee: rs(300) }
  const other = { registrationFee: rs(1), admissionFee: rs(2), examinationFee: rs(3) }
  expect(addOneTimeFees(one, other)).toEqual({
    registrationFee: rs(1),
    admissionFee: rs(2),
    examinationFee: rs(303),
  })
  expect(monthlyFeeOf({ ...fee(5000, 500), ...other })).toEqual(fee(5000, 500))
})

describe('a fee change (decisions 6.fee-change)', () => {
  const day = (text: string): CalendarDate => calendarDate(text) ?? ('' as CalendarDate) // all dates below are real
  const today = day('2026-11-21')
  const month = (text: string) => monthOf(day(`${text}-01`))
  const from = (text: string | null, monthlyFee: number): DatedFee => ({
    from: text === null ? null : day(`${text}-01`),
    ...fee(monthlyFee, 0),
  })

  it('applies to its month and later ones; earlier months keep their fee', () => {
    const schedule = [from(null, 5000), from('2027-06', 5555)]
    const months = ['2026-11', '2027-05', '2027-06', '2028-01']
    expect(months.map((text) => feeInMonth(schedule, month(text))?.monthlyFee)).toEqual(
      [5000, 5000, 5555, 5555].map(rs),
    )
    expect(plannedFees(schedule, today)).toEqual([from('2027-06', 5555)])
  })

  it('applies to this month, or to a later month of the open voucher, if it is made by editing the fees', () => {
    expect(monthOfFees(null, today)).toEqual(month('2026-11'))
    expect(monthOfFees({ month: month('2026-09') }, today)).toEqual(month('2026-11'))
    expect(monthOfFees({ month: month('2027-01') }, today)).toEqual(month('2027-01'))
  })
})
