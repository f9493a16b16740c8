import { array, assert, integer, property, record } from 'fast-check'
import { expect, test } from 'vitest'
import { covers } from '#test/covers.ts'
import { collectedOn, collectedShare, sumCollected } from './collected.ts'
import { paisa } from './money.ts'

const amount = integer({ min: 0, max: 10_000_000 }).map(paisa)
const voucher = record({ charged: amount, waived: amount, unpaid: amount })

test('a month is never collected beyond its bill, and the classes add up to the campus', () => {
  covers('decisions 7.collected.share')
  assert(
    property(array(voucher), array(voucher), (one, other) => {
      const parts = [one, other].map((vouchers) => sumCollected(vouchers.map(collectedOn)))
      const campus = sumCollected([...one, ...other].map(collectedOn))
      expect(campus).toEqual(sumCollected(parts))
      expect(campus.received).toBeLessThanOrEqual(campus.billed)
      expect(campus.received).toBeGreaterThanOrEqual(0)
    }),
  )
})

test.each([
  ['what is left unpaid', { charged: 490_000, waived: 0, unpaid: 190_000 }, 490_000, 300_000],
  ['a waiver, which lowers the bill', { charged: 490_000, waived: 90_000, unpaid: 0 }, 400_000, 400_000],
  ['a waiver beyond the charges', { charged: 490_000, waived: 500_000, unpaid: 0 }, 0, 0],
])('collected is billed less %s', (_, { charged, waived, unpaid }, billed, received) => {
  expect(collectedOn({ charged: paisa(charged), waived: paisa(waived), unpaid: paisa(unpaid) })).toEqual({
    billed,
    received,
  })
})

test.each([
  [0, 0, '–'],
  [400_000, 400_000, '100 %'],
  [100_000_000, 99_999_900, '99 %'],
  [300_000, 100_000, '33 %'],
])('of %i paisa billed, %i received are shown as %s', (billed, received, words) => {
  expect(collectedShare({ billed: paisa(billed), received: paisa(received) })).toBe(words)
})
