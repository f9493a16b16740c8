import { expect, expectTypeOf, it } from 'vitest'
import type { z } from 'zod'
import type { receivePayment } from './counter.ts'
import { seenBalance } from './fields.ts'

it('the page cannot send an amount of another type than the contract declares', () => {
  type Sent = z.input<(typeof receivePayment)['body']>
  expectTypeOf<Sent['receivedAmount']>().toEqualTypeOf<number | '' | null>()
  expectTypeOf<Sent['receivedDate']>().toEqualTypeOf<string | null | undefined>()
})

it('a balance as seen is rupees to the paisa, also in advance, and never more than a number can hold', () => {
  expect(seenBalance.parse(-500.25)).toBe(-50_025)
  expect(seenBalance.parse('')).toBeUndefined()
  for (const wrong of [90_075_420_744_848.27, -1e300, Number.NaN, 0.001, '1']) {
    expect([wrong, seenBalance.safeParse(wrong).success]).toEqual([wrong, false])
  }
})
