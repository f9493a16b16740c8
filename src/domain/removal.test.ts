import { describe, expect, it } from 'vitest'
import { aVoucher, rs } from '#test/builders.ts'
import { covers } from '#test/covers.ts'
import { calendarDate, type CalendarDate } from './calendar.ts'
import { nothing } from './money.ts'
import { defaultTicks, isCleared, mayGraduate, owedBy, removeStudent, type Departure } from './removal.ts'
import { classes } from './school.ts'

const day = (text: string): CalendarDate => calendarDate(text) ?? ('' as CalendarDate) // all dates below are real
const today = day('2026-11-21')

const aDeparture = (overrides: Partial<Departure> = {}): Departure => ({
  studentClass: '5',
  admissionDate: day('2020-04-01'),
  owed: nothing,
  removalDate: today,
  graduated: false,
  outcome: null,
  ...overrides,
})

describe('the debt of a departing student', () => {
  it('is the balance of the latest voucher, posted or not, and zero without a voucher', () => {
    expect(owedBy(aVoucher({ arrears: rs(300), received: rs(100) }))).toBe(rs(5200))
    expect(owedBy(aVoucher({ posted: false }))).toBe(rs(5000))
    expect(owedBy(null)).toBe(nothing)
  })

  it.each([
    [rs(0.01), false],
    [nothing, true],
    [rs(-500), true],
  ])('blocks the departure only if positive: %d paisa', (owed, cleared) => {
    expect(isCleared(owed)).toBe(cleared)
  })
})

describe('a departure', () => {
  it('marks a student as removed, or as graduated from class 10 if selected', () => {
    covers('decisions 4.states.names')

    expect(removeStudent(aDeparture(), today)).toEqual({ ok: true, value: 'removed' })
    expect(removeStudent(aDeparture({ studentClass: '10' }), today)).toEqual({ ok: true, value: 'removed' })
    expect(removeStudent(aDeparture({ studentClass: '10', graduated: true }), today)).toEqual({
      ok: true,
      value: 'graduated',
    })
  })

  it('is refused while fees are owed', () => {
    expect(removeStudent(aDeparture({ owed: rs(4500.5) }), today)).toEqual({
      ok: false,
      refusal: { code: 'fees-pending', facts: { arrears: rs(4500.5) } },
    })
    expect(removeStudent(aDeparture({ owed: rs(-500) }), today).ok).toBe(true)
  })

  it.each([
    [rs(9000), 'leaves owing', true],
    [rs(9000), 'written off', true],
    [rs(9000), 'paid back', false],
    [nothing, 'leaves owing', false],
    [rs(-500), 'paid back', true],
  ] as const)('is possible with a balance of %d paisa and the outcome %s: %s', (owed, outcome, possible) => {
    expect(removeStudent(aDeparture({ owed, outcome }), today).ok).toBe(possible)
  })

  it.each([
    ['a future date', { removalDate: day('2026-11-22') }, 'removalDate'],
    ['a date before the admission', { removalDate: day('2020-03-31') }, 'removalDate'],
    ['graduation from another class', { graduated: true }, 'graduated'],
  ])('is refused at its field for %s, even while fees are owed', (_, overrides, field) => {
    expect(removeStudent(aDeparture({ ...overrides, owed: rs(1) }), today)).toMatchObject({
      refusal: { code: 'invalid', errors: [{ field }] },
    })
  })
})

describe('the checkboxes of the removal screen', () => {
  it('allow graduation for class 10 only', () => {
    covers('spec 5.removal.graduated')

    expect(classes.filter(mayGraduate)).toEqual(['10'])
  })

  it('start both checked for class 10, Leave checked for class 1, and none for the others', () => {
    covers('spec 5.removal.ticks')

    expect(defaultTicks('10')).toEqual({ leave: true, graduated: true })
    expect(defaultTicks('1')).toEqual({ leave: true, graduated: false })
    for (const other of classes.filter((name) => name !== '10' && name !== '1')) {
      expect(defaultTicks(other)).toEqual({ leave: false, graduated: false })
    }
  })
})
