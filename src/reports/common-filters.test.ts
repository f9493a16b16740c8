import { expect, it } from 'vitest'
import { calendarDate } from '#domain/calendar.ts'
import { asOfWords, caveatWords, daysInWords } from './common-filters.ts'
import { reports } from './reports.ts'

const [fromDate, toDate] = ['2026-11-01', '2026-11-30'].map((text) => calendarDate(text) ?? undefined)

it('the dates of a filter are stated in words', () => {
  expect(daysInWords({ fromDate, toDate })).toBe(' from 1 Nov 2026 to 30 Nov 2026')
  expect(daysInWords({ fromDate })).toBe(' from 1 Nov 2026')
  expect(daysInWords({ toDate })).toBe(' to 30 Nov 2026')
  expect(daysInWords({})).toBe('')
})

it('the words for an earlier evening state the date and the facts that are unknown for each voucher', () => {
  const caveat = caveatWords({ posting: true, dueDates: false })
  const evening = 'As the books stood on the evening of 1 Nov 2026'
  expect(asOfWords({ asOf: fromDate }, { caveat })).toBe(`${evening}. Posting known by month only`)
  expect(asOfWords({ asOf: fromDate }, {})).toBe(evening)
  expect(asOfWords({ asOf: '' }, {})).toBe('')
  expect(asOfWords({}, { asOfTime: 'as of 10:42:05' })).toBe('as of 10:42:05')
  expect(asOfWords({ asOf: fromDate }, { asOfTime: 'as of 10:42:05' })).toBe(`${evening}. as of 10:42:05`)
  expect(caveatWords({ posting: false, dueDates: true })).toBe('Due dates known by run only')
  expect(caveatWords({ posting: false, dueDates: false })).toBeUndefined()
})

it.each(reports.map((report) => [report.name, report] as const))(
  'the heading of %s does not mention dates that are empty in the form',
  (_, report) => {
    const admissionFilters = { dataType: 'all', selectedClass: 'all', selectedSection: 'all' }
    const blank = {
      fromDate: '',
      toDate: '',
      asOf: '',
      type: 'all',
      studentClass: 'all',
      section: 'all',
      ...admissionFilters,
    }
    expect(report.heading(blank as never)).not.toMatch(/undefined|\b0 0\b/)
  },
)
