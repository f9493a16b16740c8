import { calendarDate, formatMonth, type CalendarDate } from '#domain/calendar.ts'
import { describe, expect, it } from 'vitest'
import { monthsOffered } from './months-offered.ts'

const day = (text: string): CalendarDate => {
  const date = calendarDate(text)
  if (!date) throw new Error(text)
  return date
}

const offered = (today: string, waiting: Parameters<typeof monthsOffered>[1] = []) =>
  monthsOffered(day(today), waiting).map((month) => `${formatMonth(month)} ${month.count}`)

describe('the months offered for posting', () => {
  it('run from the current month to December', () => {
    expect(offered('2026-11-21')).toEqual(['November 2026 0', 'December 2026 0'])
  })

  it('begin with earlier months that still have vouchers waiting', () => {
    const waiting = [
      { year: 2026, month: 9, count: 3 },
      { year: 2026, month: 11, count: 142 },
    ]
    expect(offered('2026-11-21', waiting)).toEqual([
      'September 2026 3',
      'November 2026 142',
      'December 2026 0',
    ])
  })

  it('name last December in January, where the number 12 means that one', () => {
    const months = offered('2027-01-04', [{ year: 2026, month: 12, count: 7 }])
    expect(months).toEqual([
      'December 2026 7',
      'January 2027 0',
      'February 2027 0',
      'March 2027 0',
      'April 2027 0',
      'May 2027 0',
      'June 2027 0',
      'July 2027 0',
    ])
  })

  it('leave out what a bare month number no longer reaches', () => {
    expect(offered('2026-12-01', [{ year: 2026, month: 6, count: 2 }])).toEqual(['December 2026 0'])
  })
})
