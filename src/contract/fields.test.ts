import { expect, expectTypeOf, it } from 'vitest'
import type { z } from 'zod'
import type { CalendarDate } from '#domain/calendar.ts'
import type { Money } from '#domain/money.ts'
import type { receivePayment } from './counter.ts'
import { seenBalance } from './fields.ts'
import type { Decoded } from './wire.ts'

it('an amount of a type that the contract does not declare does not compile', () => {
  type Sent = Decoded<z.input<(typeof receivePayment)['body']>>
  expectTypeOf<Sent['receivedAmount']>().toEqualTypeOf<Money | '' | null>()
  expectTypeOf<Sent['receivedDate']>().toEqualTypeOf<CalendarDate | '' | null | undefined>()
})

it('the balance that the clerk saw is in rupees and paisa, may be negative, and fits an exact number', () => {
  expect(seenBalance.parse(-500.25)).toBe(-50_025)
  expect(seenBalance.parse('')).toBeUndefined()
  for (const wrong of [90_075_420_744_848.27, -1e300, Number.NaN, 0.001, '1']) {
    expect([wrong, seenBalance.safeParse(wrong).success]).toEqual([wrong, false])
  }
})
