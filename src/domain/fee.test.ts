import { rs } from '#test/builders.ts'
import { covers } from '#test/covers.ts'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addMonths, calendarDate, firstOfMonth, monthOf, type CalendarDate } from './calendar.ts'
import {
  addOneTimeFees,
  changeSchedule,
  feeInMonth,
  monthlyFeeOf,
  monthOfFees,
  noOneTimeFees,
  plannedFees,
  requireFeeChange,
  feeErrors,
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
  const change = (schedule: readonly DatedFee[], text: string, monthlyFee: number) =>
    changeSchedule(schedule, { from: day(`${text}-01`), ...fee(monthlyFee, 0) }, today)
  const feeIn = (schedule: readonly DatedFee[], text: string) => feeInMonth(schedule, month(text))?.monthlyFee

  it('applies to its month and later ones; earlier months keep their fee', () => {
    const schedule = change([from(null, 5000)], '2027-06', 5555)
    expect(['2026-11', '2027-05', '2027-06', '2028-01'].map((text) => feeIn(schedule, text))).toEqual(
      [5000, 5000, 5555, 5555].map(rs),
    )
    expect(plannedFees(schedule, today)).toEqual([from('2027-06', 5555)])
  })

  it('when backdated, ends the changes in force since then and keeps planned ones', () => {
    const schedule = [from(null, 5000), from('2026-10', 5100), from('2026-11', 5200), from('2027-02', 5555)]
    expect(change(schedule, '2026-09', 4800)).toEqual([
      from(null, 5000),
      from('2026-09', 4800),
      from('2027-02', 5555),
    ])
  })

  it('replaces an earlier change for the same month', () => {
    const schedule = change([from(null, 5000)], '2027-06', 5555)
    expect(change(schedule, '2027-06', 5000)).toEqual([from(null, 5000), from('2027-06', 5000)])
    expect(change(schedule, '2027-04', 5300)).toEqual([
      from(null, 5000),
      from('2027-04', 5300),
      from('2027-06', 5555),
    ])
  })

  it('always sets the fee of its month, and keeps the fees of earlier months and planned changes', () => {
    covers('decisions 6.fee-change.month')

    const aChange = fc.record({
      months: fc.integer({ min: -8, max: 8 }),
      amount: fc.integer({ min: 1, max: 9 }),
    })
    const at = (months: number) => addMonths(monthOf(today), months)
    fc.assert(
      fc.property(fc.array(aChange, { maxLength: 8 }), aChange, (before, { months, amount }) => {
        const enter = (schedule: readonly DatedFee[], next: (typeof before)[number]) =>
          changeSchedule(schedule, { from: firstOfMonth(at(next.months)), ...fee(next.amount, 0) }, today)
        const old = before.reduce(enter, [from(null, 5000)])
        const now = enter(old, { months, amount })
        expect(feeInMonth(now, at(months))?.monthlyFee).toBe(rs(amount))
        expect(feeInMonth(now, at(Math.max(months, 0)))?.monthlyFee).toBe(rs(amount))
        for (let earlier = -10; earlier < months; earlier += 1) {
          expect(feeInMonth(now, at(earlier))).toEqual(feeInMonth(old, at(earlier)))
        }
        const others = (schedule: readonly DatedFee[]) =>
          plannedFees(schedule, today).filter((planned) => planned.from !== firstOfMonth(at(months)))
        expect(others(now)).toEqual(others(old))
        const dates = now.map((dated) => dated.from ?? '')
        expect(dates).toEqual([...new Set(dates)].toSorted())
      }),
    )
  })

  it('made by editing the fees applies to this month, or to the later month of the open voucher', () => {
    expect(monthOfFees(null, today)).toEqual(month('2026-11'))
    expect(monthOfFees({ month: month('2026-09') }, today)).toEqual(month('2026-11'))
    expect(monthOfFees({ month: month('2027-01') }, today)).toEqual(month('2027-01'))
  })
})
