import { describe, expect, it } from 'vitest'
import { covers } from '#test/covers.ts'
import { addDays, calendarDate, type CalendarDate } from './calendar.ts'
import { requireActive, studentErrors } from './student.ts'

const today = calendarDate('2026-11-21') ?? ('' as CalendarDate) // a real date

describe('the dates of a record', () => {
  it('are a birth in the past and an admission no later than today', () => {
    covers('decisions 2.values.date-of-birth')

    const yesterday = addDays(today, -1)
    expect(studentErrors({ dateOfBirth: yesterday, admissionDate: today }, today)).toEqual([])
    expect(
      studentErrors({ dateOfBirth: today, admissionDate: addDays(today, 1) }, today).map(
        ({ field }) => field,
      ),
    ).toEqual(['dateOfBirth', 'admissionDate'])
  })
})

describe('a student who is looked up', () => {
  it.each([
    [null, 'student-unknown'],
    [{ state: 'removed' }, 'student-left'],
    [{ state: 'graduated' }, 'student-graduated'],
  ] as const)('is refused if the record is %o', (student, code) => {
    expect(requireActive(student)).toEqual({ ok: false, refusal: { code } })
  })

  it('is accepted while active', () => {
    const student = { state: 'active', rollNo: 7 } as const
    expect(requireActive(student)).toEqual({ ok: true, value: student })
  })
})
