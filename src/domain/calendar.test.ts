import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { covers } from '#test/covers.ts'
import {
  addDays,
  addMonths,
  calendarDate,
  dateAt,
  daysBetween,
  dueDate,
  feePeriod,
  firstOfMonth,
  formatDate,
  formatPrintedDate,
  lastOfMonth,
  monthFromNumber,
  monthOf,
  parseTypedDate,
  validityDate,
  type CalendarDate,
} from './calendar.ts'

const day = (text: string): CalendarDate => {
  const date = calendarDate(text)
  if (!date) throw new Error(text)
  return date
}

const aDay = fc.integer({ min: 0, max: 60_000 }).map((days) => addDays(day('1950-01-01'), days))

describe('calendar dates', () => {
  it.each([
    '2026-02-30',
    '2026-13-01',
    '2025-02-29',
    '26-1-1',
    '2026-1-1',
    '',
    'x',
    '0026-01-01',
    '2026-00-10',
  ])('reject %j', (text) => {
    covers('decisions 2.values.dates')

    expect(calendarDate(text)).toBeNull()
  })

  it.each(['2026-11-21', '21/11/2026', '21-11-2026', '21.11.2026', '21112026', '۲۱/۱۱/۲۰۲۶', ' 21/11/2026 '])(
    'accept %j as typed input',
    (typed) => {
      expect(parseTypedDate(typed)).toBe('2026-11-21')
    },
  )

  it.each(['31/02/2026', '11/21/2026', '21/11/26', 'today'])('reject %j as typed input', (typed) => {
    expect(parseTypedDate(typed)).toBeNull()
  })

  it('include a leap day', () => {
    expect(calendarDate('2028-02-29')).toBe('2028-02-29')
    expect(lastOfMonth({ year: 2028, month: 2 })).toBe('2028-02-29')
  })

  it("start the campus's day at its local midnight", () => {
    expect(dateAt(new Date('2026-11-20T18:59:59Z'))).toBe('2026-11-20')
    expect(dateAt(new Date('2026-11-20T19:00:00Z'))).toBe('2026-11-21')
  })

  it('count as many days between two dates as were added', () => {
    fc.assert(
      fc.property(aDay, fc.integer({ min: -5000, max: 5000 }), (from, days) => {
        expect(daysBetween(from, addDays(from, days))).toBe(days)
      }),
    )
  })

  it('carry months over the end of a year', () => {
    expect(addMonths({ year: 2026, month: 11 }, 3)).toEqual({ year: 2027, month: 2 })
    expect(addMonths({ year: 2026, month: 2 }, -3)).toEqual({ year: 2025, month: 11 })
  })

  it('make a voucher due ten days after its issue and valid for ten more', () => {
    covers('spec 2.print.validity', 'spec 9.constants.due-date')

    expect(dueDate(day('2026-11-25'))).toBe('2026-12-05')
    expect(validityDate(day('2026-12-25'))).toBe('2027-01-04')
  })

  it('have a first and a last day of the month', () => {
    covers('spec 3.voucher.fields', 'decisions 2.values.fee-period')

    expect(firstOfMonth({ year: 2026, month: 11 })).toBe('2026-11-01')
    expect(lastOfMonth({ year: 2026, month: 11 })).toBe('2026-11-30')
    expect(feePeriod({ from: day('2026-11-01'), to: day('2026-11-30') })).toBe('2026-11-01 to 2026-11-30')
  })

  it('are formatted differently on screen and on paper', () => {
    covers('spec 2.print.date-format')

    expect(formatDate(day('2026-11-01'))).toBe('1 Nov 2026')
    expect(formatPrintedDate(day('2026-11-01'))).toBe('November 01, 2026')
  })

  it.each([
    ['2027-01-15', 12, 2026, 12],
    ['2027-01-15', 1, 2027, 1],
    ['2026-11-21', 12, 2026, 12],
    ['2026-11-21', 6, 2026, 6],
    ['2026-11-21', 5, 2027, 5],
    ['2026-06-01', 12, 2026, 12],
    ['2026-06-01', 1, 2026, 1],
  ])('resolve on %s the month number %i to %i-%i', (today, monthNumber, year, month) => {
    covers('spec 5.posting.month-numbers')

    expect(monthFromNumber(monthNumber, day(today))).toEqual({ year, month })
  })

  it('resolve every month number to the only such month from five months back to six months ahead', () => {
    fc.assert(
      fc.property(aDay, fc.integer({ min: 1, max: 12 }), (today, monthNumber) => {
        const resolved = monthFromNumber(monthNumber, today)
        const now = monthOf(today)
        const ahead = (resolved.year - now.year) * 12 + resolved.month - now.month
        expect(resolved.month).toBe(monthNumber)
        expect(ahead).toBeGreaterThanOrEqual(-5)
        expect(ahead).toBeLessThanOrEqual(6)
      }),
    )
  })
})
