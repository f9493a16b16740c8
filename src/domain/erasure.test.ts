import { expect, it } from 'vitest'
import { day, rs } from '#test/builders.ts'
import { erasableUpTo, whyNotErased, type Leaver } from './erasure.ts'

const today = day('2028-02-29')
const child: Leaver = { state: 'removed', leftOn: day('2026-02-28'), erasedOn: null, balance: rs(0) }

it.each([
  [child, null],
  [{ ...child, state: 'graduated' }, null],
  [{ ...child, leftOn: day('2026-03-01') }, 'Left too recently'],
  [{ ...child, state: 'active', leftOn: null }, 'Has not left'],
  [{ ...child, balance: rs(0.01) }, 'Balance is not settled'],
  [{ ...child, balance: rs(-500) }, 'Balance is not settled'],
  [{ ...child, erasedOn: day('2028-02-28') }, 'Erased already'],
] as const)('after two years the erasure of %j has the obstacle %s', (one, why) => {
  expect(whyNotErased(one, today, 2)).toBe(why)
})

it('goes back from a leap day to the last day of February in a common year', () => {
  expect(erasableUpTo(today, 2)).toBe('2026-02-28')
  expect(erasableUpTo(today, 4)).toBe('2024-02-29')
})
