import { describe, expect, it } from 'vitest'
import { calendarDate, type CalendarDate } from '#domain/calendar.ts'
import { covers } from '#test/covers.ts'
import { defaultDates, inOrder } from './voucher-form-dates.ts'

const day = (text: string): CalendarDate => {
  const date = calendarDate(text)
  if (!date) throw new Error(text)
  return date
}

describe('the dates of a new voucher in a form', () => {
  it('start as the current month, issued today and due in ten days', () => {
    covers('spec 5.generation.campus-dates', 'spec 5.generation.student-dates')

    expect(defaultDates(day('2028-02-25'))).toEqual({
      fromDate: '2028-02-01',
      toDate: '2028-02-29',
      issueDate: '2028-02-25',
      dueDate: '2028-03-06',
    })
  })

  const dates = defaultDates(day('2026-11-21'))

  it.each([
    [
      'a due date before the issue date is set to it',
      { dueDate: day('2026-11-20') },
      { dueDate: '2026-11-21' },
    ],
    [
      'an issue date after the due date takes it along',
      { issueDate: day('2027-01-05') },
      { dueDate: '2027-01-05' },
    ],
    [
      'a period that ends before it starts ends on its start',
      { fromDate: day('2026-12-01') },
      { toDate: '2026-12-01' },
    ],
    ['a due date on the issue date stays', { dueDate: day('2026-11-21') }, { dueDate: '2026-11-21' }],
    [
      'a date not given yet stays so',
      { dueDate: '' as const, toDate: '' as const },
      { dueDate: '', toDate: '' },
    ],
    ['nothing is set to a date not given yet', { issueDate: '' as const }, { dueDate: '2026-12-01' }],
  ])('%s', (_name, change, expected) => {
    expect(inOrder({ ...dates, ...change })).toMatchObject(expected)
  })
})
