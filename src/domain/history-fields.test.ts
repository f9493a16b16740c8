import { describe, expect, it } from 'vitest'
import { historyFields } from './history-fields.ts'

describe('a change shown to the user', () => {
  it.each([
    ['an amount in rupees', { monthlyFee: 450_050 }, { monthlyFee: 1_250_000 }, '4,500.50', '12,500'],
    [
      'a date as stored',
      { dateOfBirth: '2016-04-12' },
      { dateOfBirth: '2016-04-21' },
      '2016-04-12',
      '2016-04-21',
    ],
    ['a number that is not an amount', { year: 2025 }, { year: 2026 }, '2025', '2026'],
    ['yes and no', { posted: false }, { posted: true }, 'no', 'yes'],
    ['an empty value that was filled in', { address: '' }, { address: 'Lahore' }, null, 'Lahore'],
    ['a value that was removed', { address: 'Lahore' }, { address: null }, 'Lahore', null],
  ])('shows %s', (_, before, after, was, is) => {
    expect(historyFields(before, after)).toEqual([{ field: Object.keys(before)[0], before: was, after: is }])
  })

  it('lists each field once, in a fixed order, whichever side has it', () => {
    const before = { balance: 450_000, studentName: 'Ali' }
    const after = { reason: 'marriage', studentName: 'Alia', state: 'removed' }
    expect(historyFields(before, after)).toEqual([
      { field: 'state', before: null, after: 'removed' },
      { field: 'studentName', before: 'Ali', after: 'Alia' },
      { field: 'balance', before: '4,500', after: null },
      { field: 'reason', before: null, after: 'marriage' },
    ])
  })

  it('omits unchanged fields and those that stayed empty', () => {
    expect(historyFields({ monthlyFee: 500, discount: 100 }, { monthlyFee: 500, discount: 200 })).toEqual([
      { field: 'discount', before: '1', after: '2' },
    ])
    expect(historyFields(null, { studentName: 'Ali', address: '', leftOn: null })).toEqual([
      { field: 'studentName', before: null, after: 'Ali' },
    ])
    expect(historyFields(null, null)).toEqual([])
  })

  it('sums up the opening balances of many students in an import', () => {
    const openings = { 1023: 750_000, 1024: 0, 1025: -300_000, 1026: 50 }
    expect(historyFields(null, { openings })).toEqual([
      { field: 'openings', before: null, after: '4 students: 7,500.50 owed, 3,000 in advance' },
    ])
  })

  it('shows an amount of zero as 0', () => {
    expect(historyFields({ received: 0 }, { received: 100 })).toEqual([
      { field: 'received', before: '0', after: '1' },
    ])
  })
})
