import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rs } from '#test/builders.ts'
import { covers } from '#test/covers.ts'
import {
  addMonths,
  calendarDate,
  compareMonths,
  firstOfMonth,
  formatMonth,
  lastOfMonth,
  monthFromNumber,
  monthOf,
  type CalendarDate,
} from './calendar.ts'
import {
  choosePostableMonth,
  isLongPeriod,
  isPostable,
  postableMonths,
  requirePostable,
  whyStaysPosted,
} from './posting.ts'

const day = (text: string): CalendarDate => {
  const date = calendarDate(text)
  if (!date) throw new Error(text)
  return date
}

const aMonth = fc.record({
  year: fc.integer({ min: 1990, max: 2100 }),
  month: fc.integer({ min: 1, max: 12 }),
})
const aDay = aMonth.map(firstOfMonth)

describe('the months that can be posted', () => {
  it.each([
    ['2026-11-22', 'June 2026', 'May 2027'],
    ['2027-01-10', 'August 2026', 'December 2027'],
    ['2026-06-30', 'January 2026', 'December 2026'],
    ['2026-07-01', 'February 2026', 'January 2027'],
    ['2026-12-31', 'July 2026', 'June 2027'],
  ])('run on %s from %s to %s', (today, first, last) => {
    covers('decisions 6.months.range')

    const months = postableMonths(day(today))
    expect([months.first, months.last].map(formatMonth)).toEqual([first, last])
    expect(choosePostableMonth(day(today))).toBe(`Choose a month from ${first} to ${last}`)
  })

  it('run from five months back to six months ahead, or to December of this year if it is later', () => {
    covers('decisions 6.months.range')

    fc.assert(
      fc.property(aDay, fc.integer({ min: -30, max: 30 }), (today, ahead) => {
        const current = monthOf(today)
        const month = addMonths(current, ahead)
        const isThisYear = ahead >= 0 && month.year === current.year
        expect(isPostable(month, today)).toBe((ahead >= -5 && ahead <= 6) || isThisYear)
      }),
    )
  })

  it('include every month that a month number means', () => {
    fc.assert(
      fc.property(aDay, fc.integer({ min: 1, max: 12 }), (today, monthNumber) => {
        expect(isPostable(monthFromNumber(monthNumber, today), today)).toBe(true)
      }),
    )
  })

  it('are accepted; any other month is refused at its field', () => {
    fc.assert(
      fc.property(aDay, aMonth, (today, month) => {
        const { first, last } = postableMonths(today)
        const inside = compareMonths(first, month) <= 0 && compareMonths(month, last) <= 0
        const message = `Choose a month from ${formatMonth(first)} to ${formatMonth(last)}`
        expect(requirePostable(month, today, 'fromDate')).toEqual(
          inside
            ? { ok: true, value: month }
            : { ok: false, refusal: { code: 'invalid', errors: [{ field: 'fromDate', message }] } },
        )
      }),
    )
  })
})

describe('a fee period', () => {
  it('is never long for one whole month, and always for two', () => {
    fc.assert(
      fc.property(aMonth, (month) => {
        expect(isLongPeriod(firstOfMonth(month), lastOfMonth(month))).toBe(false)
        expect(isLongPeriod(firstOfMonth(month), lastOfMonth(addMonths(month, 1)))).toBe(true)
      }),
    )
  })

  it('is long from 32 days', () => {
    covers('decisions 6.months.long-period')

    expect(isLongPeriod(day('2026-12-01'), day('2026-12-31'))).toBe(false)
    expect(isLongPeriod(day('2026-12-01'), day('2027-01-01'))).toBe(true)
  })
})

it.each([
  ['has received nothing can be unposted', { kind: 'monthly', received: rs(0), hasReceipts: false }, null],
  ['has received money stays posted', { kind: 'monthly', received: rs(1), hasReceipts: true }, 'received'],
  ['was corrected stays posted', { kind: 'monthly', received: rs(0), hasReceipts: true }, 'corrected'],
  [
    'is an admission voucher stays posted',
    { kind: 'admission', received: rs(0), hasReceipts: false },
    'admission',
  ],
  ['is an opening voucher stays posted', { kind: 'opening', received: rs(0), hasReceipts: false }, 'opening'],
] as const)('a posted voucher that %s', (_, voucher, why) => {
  covers('decisions 3.receipts.unpost')

  expect(whyStaysPosted(voucher)).toBe(why)
})
