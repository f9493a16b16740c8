import { expect, it } from 'vitest'
import { seenBalance } from './fields.ts'

it('a balance as seen is rupees to the paisa, also in advance, and never more than a number can hold', () => {
  expect(seenBalance.parse(-500.25)).toBe(-50_025)
  expect(seenBalance.parse('')).toBeUndefined()
  for (const wrong of [90_075_420_744_848.27, -1e300, Number.NaN, 0.001, '1']) {
    expect([wrong, seenBalance.safeParse(wrong).success]).toEqual([wrong, false])
  }
})
