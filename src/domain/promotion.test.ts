import { describe, expect, it } from 'vitest'
import { covers } from '#test/covers.ts'
import { addDays, calendarDate, type CalendarDate } from './calendar.ts'
import {
  graduationDay,
  promotionPauseDays,
  promotionTarget,
  requireStudents,
  splitForPromotion,
  wasClassPromoted,
  wasRecentlyPromoted,
} from './promotion.ts'
import { classes } from './school.ts'

const day = (text: string): CalendarDate => calendarDate(text) ?? ('' as CalendarDate) // all dates below are real
const today = day('2026-11-21')

describe('the sequence of classes', () => {
  it('goes from each class to the next, up to class 10', () => {
    covers('spec 4.student.promoted')

    const promotedClasses = classes.slice(0, classes.indexOf('10'))
    expect(promotedClasses.map((from) => promotionTarget(from))).toEqual(
      classes.slice(1, classes.indexOf('10') + 1).map((value) => ({ ok: true, value })),
    )
  })

  it('ends with class 10, which graduates instead', () => {
    expect(promotionTarget('10')).toEqual({ ok: false, refusal: { code: 'class-10-graduates' } })
  })

  it('does not include Hifz', () => {
    expect(promotionTarget('Hifz')).toMatchObject({
      refusal: { code: 'invalid', errors: [{ field: 'classToPromote' }] },
    })
  })
})

describe('the pause between two promotions', () => {
  it.each([
    ['never promoted', null, false],
    ['promoted today', today, true],
    ['promoted 179 days ago', addDays(today, 1 - promotionPauseDays), true],
    ['promoted 180 days ago', addDays(today, -promotionPauseDays), false],
    ['promoted last year', day('2025-11-21'), false],
  ])('is checked for a student %s', (_, promotedOn, passedBy) => {
    covers('decisions 4.promotion.180-days')

    expect(wasRecentlyPromoted(promotedOn, today)).toBe(passedBy)
  })

  it('splits a class into moved and skipped students, each once and in order', () => {
    const students = [
      { name: 'Ali', promotedOn: today },
      { name: 'Bilal', promotedOn: null },
      { name: 'Dua', promotedOn: today },
      { name: 'Esha', promotedOn: day('2026-01-01') },
    ]
    const { moving, skipped } = splitForPromotion(students, today)
    expect(moving.map(({ name }) => name)).toEqual(['Bilal', 'Esha'])
    expect(skipped.map(({ name }) => name)).toEqual(['Ali', 'Dua'])
  })

  it.each([
    ['3 move and 1 is skipped', { moving: 3, skipped: 1, lastPromotedOn: today }, null],
    ['all are skipped', { moving: 0, skipped: 4, lastPromotedOn: null }, 'already-promoted'],
    ['all were promoted today', { moving: 0, skipped: 0, lastPromotedOn: today }, 'already-promoted'],
    [
      'all were promoted 179 days ago',
      { moving: 0, skipped: 0, lastPromotedOn: addDays(today, 1 - promotionPauseDays) },
      'already-promoted',
    ],
    [
      'all were promoted 180 days ago',
      { moving: 0, skipped: 0, lastPromotedOn: addDays(today, -promotionPauseDays) },
      'class-empty',
    ],
    ['the class was always empty', { moving: 0, skipped: 0, lastPromotedOn: null }, 'class-empty'],
  ] as const)('reports why a class cannot be promoted, if %s', (_, counts, code) => {
    expect(requireStudents('2', counts, today)).toEqual(
      code === null
        ? { ok: true, value: counts.moving }
        : { ok: false, refusal: { code, facts: { studentClass: '2' } } },
    )
    expect(wasClassPromoted(counts, today)).toBe(code === 'already-promoted')
  })
})

describe('graduation', () => {
  const students = [{ admissionDate: day('2026-04-01') }, { admissionDate: day('2016-04-01') }]

  it('accepts a date that is neither in the future nor before an admission', () => {
    expect(graduationDay('10', today, students, today)).toEqual({ ok: true, value: today })
    expect(graduationDay('10', day('2026-04-01'), students, today).ok).toBe(true)
    expect(graduationDay('10', today, [], today).ok).toBe(true)
  })

  it.each([
    ['another class', '9', today, 'classToPromote'],
    ['no date', '10', null, 'graduationDate'],
    ['a future date', '10', addDays(today, 1), 'graduationDate'],
    ['a date before the last admission', '10', day('2026-03-31'), 'graduationDate'],
  ] as const)('refuses %s at its field', (_, studentClass, givenDay, field) => {
    expect(graduationDay(studentClass, givenDay, students, today)).toMatchObject({
      refusal: { code: 'invalid', errors: [{ field }] },
    })
  })
})
