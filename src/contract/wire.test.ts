import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { calendarDate } from '#domain/calendar.ts'
import { largestAmount, paisa } from '#domain/money.ts'
import { covers } from '#test/covers.ts'
import { receivePayment } from './counter.ts'
import { voucher } from './voucher.ts'
import { date, fromWire, instant, money, period, toWire } from './wire.ts'

const anAmount = fc.integer({ min: -largestAmount, max: largestAmount }).map(paisa)
const aDate = fc
  .date({ min: new Date('1900-01-01'), max: new Date('2999-12-31'), noInvalidDate: true })
  .map((day) => calendarDate(day.toISOString().slice(0, 10)))
  .filter((day) => day !== null)

describe('the codecs', () => {
  it('convert between rupees and paisa without loss', () => {
    covers('decisions 2.values.exact')

    fc.assert(fc.property(anAmount, (amount) => z.decode(money, z.encode(money, amount)) === amount))
    expect(z.encode(money, paisa(1_250_050))).toBe(12_500.5)
  })

  it.each([1.005, Number.NaN, Infinity, 0.001])('refuse %d rupees, which are not whole paisa', (rupees) => {
    expect(money.safeParse(rupees).success).toBe(false)
  })

  it('convert dates, periods and instants without loss', () => {
    fc.assert(
      fc.property(aDate, aDate, (from, to) => {
        expect(z.decode(date, z.encode(date, from))).toBe(from)
        expect(z.decode(period, z.encode(period, { from, to }))).toEqual({ from, to })
      }),
    )
    const now = new Date('2026-11-22T09:05:00.123Z')
    expect(z.decode(instant, z.encode(instant, now))).toEqual(now)
  })

  it('convert the values of a read-only list', () => {
    const list = z.object({ amounts: z.array(money).readonly() })
    const inDomain = { amounts: [paisa(150), paisa(-25)] }
    expect(toWire(list, inDomain)).toEqual({ amounts: [1.5, -0.25] })
    expect(fromWire(list, { amounts: [1.5, -0.25] })).toEqual(inDomain)
  })

  it.each(['2026-02-30', '22/11/2026', ''])('refuse %j as a date', (text) => {
    expect(date.safeParse(text).success).toBe(false)
  })
})

describe('values of a whole schema', () => {
  it('are decoded inside lists, optional fields and renamed objects', () => {
    const schema = z.object({
      rows: z.array(z.object({ day: z.nullable(date), sum: z.optional(money) })),
      note: z.string(),
    })
    const wire = { rows: [{ day: '2026-11-22', sum: 12.5 }, { day: null }], note: '2026-11-22' }
    const decoded = { rows: [{ day: '2026-11-22', sum: 1250 }, { day: null }], note: '2026-11-22' }
    expect(fromWire(schema, wire)).toEqual(decoded)
    expect(z.decode(schema, wire as never)).toEqual(decoded)
    expect(toWire(schema, decoded as never)).toEqual(wire)
  })

  it('have the names of the domain in a voucher', () => {
    const sent = { receivedAmount: 10, feePaid: true, isRemoved: false, receivedDate: '', monthlyFee: 5 }
    expect(fromWire(voucher, sent)).toEqual({
      received: 1000,
      paid: true,
      left: false,
      receivedDate: null,
      monthlyFee: 500,
    })
  })

  it('keep blank fields and fields outside the schema when they are sent', () => {
    const sent = { receivedAmount: paisa(1050), receivedDate: '', extra: 1 } as const
    expect(toWire(receivePayment.body, sent as never)).toEqual({
      receivedAmount: 10.5,
      receivedDate: '',
      extra: 1,
    })
    expect(toWire(receivePayment.body, { receivedAmount: '' })).toEqual({ receivedAmount: '' })
  })
})
