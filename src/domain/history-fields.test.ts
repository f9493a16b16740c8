import { describe, expect, it } from 'vitest'
import { historyFields } from './history-fields.ts'

describe('a change as a person reads it', () => {
  it.each([
    ['an amount in rupees', { monthlyFee: 450_050 }, { monthlyFee: 1_250_000 }, '4,500.50', '12,500'],
    [
      'a date as it is',
      { dateOfBirth: '2016-04-12' },
      { dateOfBirth: '2016-04-21' },
      '2016-04-12',
      '2016-04-21',
    ],
    ['a number that is no money', { year: 2025 }, { year: 2026 }, '2025', '2026'],
    ['yes and no', { posted: false }, { posted: true }, 'no', 'yes'],
    ['what was empty', { address: '' }, { address: 'Lahore' }, null, 'Lahore'],
    ['what is no more', { address: 'Lahore' }, { address: null }, 'Lahore', null],
  ])('%s', (_, before, after, was, is) => {
    expect(historyFields(before, after)).toEqual([{ field: Object.keys(before)[0], before: was, after: is }])
  })

  it('tells each field once, in the order of the register, whichever side has it', () => {
    const before = { balance: 450_000, studentName: 'Ali' }
    const after = { reason: 'marriage', studentName: 'Alia', state: 'removed' }
    expect(historyFields(before, after)).toEqual([
      { field: 'state', before: null, after: 'removed' },
      { field: 'studentName', before: 'Ali', after: 'Alia' },
      { field: 'balance', before: '4,500', after: null },
      { field: 'reason', before: null, after: 'marriage' },
    ])
  })

  it('leaves out what stayed, and what was empty and is', () => {
    expect(historyFields({ monthlyFee: 500, discount: 100 }, { monthlyFee: 500, discount: 200 })).toEqual([
      { field: 'discount', before: '1', after: '2' },
    ])
    expect(historyFields(null, { studentName: 'Ali', address: '', leftOn: null })).toEqual([
      { field: 'studentName', before: null, after: 'Ali' },
    ])
    expect(historyFields(null, null)).toEqual([])
  })

  it('an amount of nothing is told as 0', () => {
    expect(historyFields({ received: 0 }, { received: 100 })).toEqual([
      { field: 'received', before: '0', after: '1' },
    ])
  })
})
