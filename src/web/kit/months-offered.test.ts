import { describe, expect, it } from 'vitest'
import { calendarDate, formatMonth, type CalendarDate } from '#domain/calendar.ts'
import { covers } from '#test/covers.ts'
import { monthsOffered, valueOfMonth } from './months-offered.ts'

const day = (text: string): CalendarDate => {
  const date = calendarDate(text)
  if (!date) throw new Error(text)
  return date
}

const listOffered = (today: string, waiting: Parameters<typeof monthsOffered>[1] = []) =>
  monthsOffered(day(today), waiting).map((month) => `${formatMonth(month)} ${month.count}`)

describe('the months offered for posting', () => {
  it('run from the current month to December', () => {
    covers('spec 5.posting.months')

    expect(listOffered('2026-11-21')).toEqual(['November 2026 0', 'December 2026 0'])
  })

  it('begin with earlier months that still have vouchers to post', () => {
    covers('decisions 3.months.earlier')

    const waiting = [
      { year: 2026, month: 9, count: 3 },
      { year: 2026, month: 11, count: 142 },
    ]
    expect(listOffered('2026-11-21', waiting)).toEqual([
      'September 2026 3',
      'November 2026 142',
      'December 2026 0',
    ])
  })

  it('cover the whole new year in January, after last December if it has vouchers to post', () => {
    expect(listOffered('2027-01-04', [{ year: 2026, month: 12, count: 7 }])).toEqual([
      'December 2026 7',
      'January 2027 0',
      'February 2027 0',
      'March 2027 0',
      'April 2027 0',
      'May 2027 0',
      'June 2027 0',
      'July 2027 0',
      'August 2027 0',
      'September 2027 0',
      'October 2027 0',
      'November 2027 0',
      'December 2027 0',
    ])
  })

  it('include any other month that has vouchers to post, however far away', () => {
    const waiting = [
      { year: 2025, month: 1, count: 2 },
      { year: 2027, month: 1, count: 3 },
      { year: 2062, month: 12, count: 300 },
    ]
    expect(listOffered('2026-12-01', waiting)).toEqual([
      'January 2025 2',
      'December 2026 0',
      'January 2027 3',
      'December 2062 300',
    ])
  })

  it('keep the chosen month even if it has no more vouchers to post', () => {
    const today = day('2026-12-01')
    const chosen = monthsOffered(today, [], { year: 2026, month: 9 })
    expect(chosen.map(formatMonth)).toEqual(['September 2026', 'December 2026'])
    expect(monthsOffered(today, [], { year: 2026, month: 12 })).toHaveLength(1)
  })

  it('are identified by their number, and in another year by the year too', () => {
    const today = day('2027-01-04')
    expect(valueOfMonth({ year: 2027, month: 12 }, today)).toBe('12')
    expect(valueOfMonth({ year: 2026, month: 12 }, today)).toBe('2026-12')
  })
})
