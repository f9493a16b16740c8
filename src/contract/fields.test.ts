import { expect, expectTypeOf, it } from 'vitest'
import type { z } from 'zod'
import type { CalendarDate } from '#domain/calendar.ts'
import type { Money } from '#domain/money.ts'
import { enterDeposit } from './cashier-close.ts'
import type { receivePayment } from './counter.ts'
import { seenBalance } from './fields.ts'
import { startImport } from './imports.ts'
import { fieldError, parseOptions } from './refusals.ts'
import type { Decoded } from './wire.ts'

it('an amount of a type that the contract does not declare does not compile', () => {
  type Sent = Decoded<z.input<(typeof receivePayment)['body']>>
  expectTypeOf<Sent['receivedAmount']>().toEqualTypeOf<Money | '' | null>()
  expectTypeOf<Sent['receivedDate']>().toEqualTypeOf<CalendarDate | '' | null | undefined>()
})

it('the balance that the clerk saw may have paisa and be negative, and must fit an exact number', () => {
  expect(seenBalance.parse(-500.25)).toBe(-50_025)
  expect(seenBalance.parse('')).toBeUndefined()
  for (const wrong of [90_075_420_744_848.27, -1e300, Number.NaN, 0.001, '1']) {
    expect([wrong, seenBalance.safeParse(wrong).success]).toEqual([wrong, false])
  }
})

it.each([
  [enterDeposit.body, { cheques: Array(501).fill(1) }, 'cheques', 'At most 500 entries'],
  [startImport.body, { headings: ['x'.repeat(1021)] }, 'headings.0', 'At most 1020 characters'],
  [
    startImport.body,
    { rows: [{ rowNo: 1, cells: ['x'.repeat(502)] }] },
    'rows.0.cells.0',
    'At most 500 characters',
  ],
])('the message about a list or text that is too long states its limit: %#', (body, sent, field, message) => {
  const issues = body.safeParse(sent, parseOptions).error?.issues ?? []
  expect(issues.map(fieldError)).toContainEqual({ field, message })
})
