import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { day, rs } from '#test/builders.ts'
import {
  departureOutcomes,
  paidBackBy,
  requireOutcomeFor,
  requireOutcomes,
  type Graduate,
} from './departure-outcome.ts'
import { nothing, paisa } from './money.ts'

describe('an outcome of a departure', () => {
  it.each([
    ['written off', rs(9000), null],
    ['leaves owing', rs(0.01), null],
    ['paid back', rs(-500), null],
    ['written off', nothing, 'nothing-due'],
    ['leaves owing', rs(-500), 'nothing-due'],
    ['paid back', nothing, 'no-advance'],
    ['paid back', rs(9000), 'no-advance'],
  ] as const)('"%s" for a balance of %d paisa has the refusal %s', (kind, balance, code) => {
    const outcome = requireOutcomeFor(balance, kind)
    expect(outcome).toMatchObject(code === null ? { ok: true, value: kind } : { refusal: { code } })
  })

  it('pays back in cash unless a method is given; errors in the method are at the field of the outcome', () => {
    const today = day('2026-11-21')
    const back = (more = {}) => paidBackBy({ kind: 'paid back', reference: '', ...more }, today, 'outcome')
    expect(back()).toMatchObject({ value: { method: 'cash' } })
    expect(back({ method: 'online', reference: 'TX 9' })).toMatchObject({ value: { reference: 'TX 9' } })
    expect(back({ method: 'cheque' })).toMatchObject({
      refusal: { errors: [{ field: 'outcome.reference' }] },
    })
    expect(paidBackBy({ kind: 'written off', reference: '' }, today, 'outcome')).toEqual({
      ok: true,
      value: null,
    })
    expect(
      paidBackBy({ kind: 'written off', reference: '', method: 'cash' }, today, 'outcomes.2'),
    ).toMatchObject({
      refusal: { errors: [{ field: 'outcomes.2.method', message: 'Only what is paid back has a method' }] },
    })
  })
})

const graduate = (rollNo: number, balance: number): Graduate => ({
  rollNo,
  studentName: `Student ${rollNo}`,
  balance: rs(balance),
})
const graduates = [graduate(1, 9000), graduate(2, 0), graduate(3, -500)]
const first = { rollNo: 1, kind: 'leaves owing', expectedBalance: rs(9000) } as const

describe('the outcomes of a class that graduates', () => {
  it('are needed for each student who owes; an advance may stay', () => {
    expect(requireOutcomes(graduates, [first])).toEqual({ ok: true, value: [first] })
    expect(requireOutcomes(graduates, [])).toEqual({
      ok: false,
      refusal: {
        code: 'balances-changed',
        facts: { students: [{ rollNo: 1, studentName: 'Student 1', balance: rs(9000) }] },
      },
    })
  })

  it('are refused with every student whose balance has changed', () => {
    const seen = [
      { ...first, expectedBalance: rs(4500) },
      { rollNo: 3, kind: 'paid back', expectedBalance: rs(-600) } as const,
    ]
    expect(requireOutcomes(graduates, seen)).toMatchObject({
      refusal: {
        code: 'balances-changed',
        facts: {
          students: [
            { rollNo: 1, balance: rs(9000) },
            { rollNo: 3, balance: rs(-500) },
          ],
        },
      },
    })
  })

  it.each([
    [[first, { rollNo: 9, kind: 'written off' }], 'outcomes.1.rollNo', 'Not a student of this class'],
    [[first, first], 'outcomes.1.rollNo', 'Has an outcome already'],
  ] as const)('are refused at the field of the student, case %#', (given, field, message) => {
    expect(requireOutcomes(graduates, given)).toMatchObject({ refusal: { errors: [{ field, message }] } })
  })

  it('are refused if an outcome does not fit its balance', () => {
    const kept = requireOutcomes(graduates, [first, { rollNo: 2, kind: 'written off' }])
    expect(kept).toMatchObject({ refusal: { code: 'nothing-due' } })
    const back = requireOutcomes(graduates, [{ rollNo: 1, kind: 'paid back' }])
    expect(back).toMatchObject({ refusal: { code: 'no-advance' } })
  })

  it('are accepted only if each outcome fits the balance that was seen and each debt has an outcome', () => {
    const aBalance = fc.integer({ min: -2, max: 2 }).map(paisa)
    const aGiven = fc.option(
      fc.record({ kind: fc.constantFrom(...departureOutcomes), expectedBalance: fc.option(aBalance) }),
    )
    fc.assert(
      fc.property(fc.array(fc.tuple(aBalance, aGiven), { maxLength: 5 }), (rows) => {
        const ofClass = rows.map(([balance], index) => ({ ...graduate(index + 1, 0), balance }))
        const given = rows.flatMap(([, one], index) =>
          one
            ? [{ kind: one.kind, rollNo: index + 1, expectedBalance: one.expectedBalance ?? undefined }]
            : [],
        )
        const isGood = rows.every(([balance, one]) => {
          if (!one) return balance <= 0
          const isSeen = one.expectedBalance === null || one.expectedBalance === balance
          return isSeen && (one.kind === 'paid back' ? balance < 0 : balance > 0)
        })
        expect(requireOutcomes(ofClass, given).ok).toBe(isGood)
      }),
    )
  })
})
