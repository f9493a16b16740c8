import { calendarDate } from '#domain/calendar.ts'
import { expect, it } from 'vitest'
import { daysInWords } from './common-filters.ts'
import { reports } from './reports.ts'

const [fromDate, toDate] = ['2026-11-01', '2026-11-30'].map((text) => calendarDate(text) ?? undefined)

it('names the days that were asked for', () => {
  expect(daysInWords({ fromDate, toDate })).toBe(' from 1 Nov 2026 to 30 Nov 2026')
  expect(daysInWords({ fromDate })).toBe(' from 1 Nov 2026')
  expect(daysInWords({ toDate })).toBe(' to 30 Nov 2026')
  expect(daysInWords({})).toBe('')
})

it.each(reports.map((report) => [report.name, report] as const))(
  'the heading of %s says nothing about the empty dates of a form',
  (_, report) => {
    const more = { dataType: 'all', selectedClass: 'all', selectedSection: 'all' }
    const blank = {
      fromDate: '',
      toDate: '',
      asOf: '',
      type: 'all',
      studentClass: 'all',
      section: 'all',
      ...more,
    }
    expect(report.heading(blank as never)).not.toMatch(/undefined|\b0 0\b/)
  },
)
