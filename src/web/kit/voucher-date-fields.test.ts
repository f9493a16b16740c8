import { describe, expect, it } from 'vitest'
import { calendarDate, type CalendarDate } from '#domain/calendar.ts'
import { covers } from '#test/covers.ts'
import { defaultDates, inOrder } from './voucher-date-fields.tsx'

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
      'move a due date before the issue date to the issue date',
      { dueDate: day('2026-11-20') },
      { dueDate: '2026-11-21' },
    ],
    ['move the due date to a later issue date', { issueDate: day('2027-01-05') }, { dueDate: '2027-01-05' }],
    [
      'end a period on its start if it ended before',
      { fromDate: day('2026-12-01') },
      { toDate: '2026-12-01' },
    ],
    ['keep a due date on the issue date', { dueDate: day('2026-11-21') }, { dueDate: '2026-11-21' }],
    [
      'keep a date empty until it is given',
      { dueDate: '' as const, toDate: '' as const },
      { dueDate: '', toDate: '' },
    ],
    ['do not move to a date that is not given yet', { issueDate: '' as const }, { dueDate: '2026-12-01' }],
  ])('%s', (_name, change, expected) => {
    expect(inOrder({ ...dates, ...change })).toMatchObject(expected)
  })
})
