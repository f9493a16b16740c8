import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { day, rs } from '#test/builders.ts'
import { addDays } from './calendar.ts'
import {
  closingFigures,
  correctedDay,
  datedReversals,
  firstReceiptDay,
  isClosed,
  noDateRules,
  receiptDay,
  reversalDay,
  usualClosing,
  type DateRules,
} from './closed-days.ts'
import { roles } from './roles.ts'

const today = day('2026-11-22')
const rules = fc.record({
  closedUntil: fc.option(fc.integer({ min: -60, max: -1 }).map((days) => addDays(today, days))),
  backDays: fc.option(fc.integer({ min: 0, max: 90 })),
})
const entry = fc.record({ role: fc.constantFrom(...roles), today: fc.constant(today) })
const anyDay = fc.integer({ min: -100, max: 3 }).map((days) => addDays(today, days))

describe('the day of a receipt', () => {
  it('is accepted only from the first offered day up to today', () => {
    fc.assert(
      fc.property(rules, entry, anyDay, (given, who, chosen) => {
        const first = firstReceiptDay(given, who)
        const isOffered = chosen <= today && (first === null || chosen >= first)
        expect(receiptDay(chosen, given, who).ok).toBe(isOffered)
      }),
    )
  })

  it('is the same for a reversal and its new receipt, and is never closed', () => {
    fc.assert(
      fc.property(rules, entry, anyDay, (given: DateRules, who, receivedOn) => {
        fc.pre(receivedOn <= today)
        const reversal = reversalDay(receivedOn, given, today)
        expect(correctedDay(receivedOn, receivedOn, given, who)).toEqual({ ok: true, value: reversal })
        expect(isClosed(reversal, given)).toBe(false)
        expect(reversal === receivedOn || isClosed(receivedOn, given)).toBe(true)
      }),
    )
  })

  it('is the day of the new receipt for all but the last reversal, and stays if there is no new receipt', () => {
    const receipts = [
      { receiptNo: 1, receivedDate: day('2026-10-05') },
      { receiptNo: 2, receivedDate: day('2026-11-20') },
    ]
    const dated = (newReceipt: string | null, closedUntil: string | null = null) =>
      datedReversals(
        receipts,
        newReceipt === null ? null : day(newReceipt),
        { closedUntil: closedUntil === null ? null : day(closedUntil), backDays: null },
        today,
      ).map(({ receivedOn }) => receivedOn)
    expect(dated('2026-11-20')).toEqual(['2026-11-20', '2026-11-20'])
    expect(dated('2026-11-21')).toEqual(['2026-11-21', '2026-11-20'])
    expect(dated(null)).toEqual(['2026-10-05', '2026-11-20'])
    expect(dated(null, '2026-10-31')).toEqual([today, '2026-11-20'])
    expect(dated('2026-11-22', '2026-11-20')).toEqual([today, today])
  })

  it('is any day up to today if the campus has no rule', () => {
    expect(firstReceiptDay(noDateRules, { role: 'write', today })).toBeNull()
    expect(receiptDay(day('1990-01-01'), noDateRules, { role: 'write', today }).ok).toBe(true)
  })
})

it('offers the last day of the previous month for closing', () => {
  expect(usualClosing(day('2026-03-01'))).toBe('2026-02-28')
})

it('opening + brought in + charged + adjusted - received = closing, and received is the sum of the methods', () => {
  const cash = { method: 'cash', before: rs(7000), within: rs(4500), count: 2, back: 1 }
  const online = { method: 'online', before: rs(500), within: rs(0), count: 0, back: 0 }
  const charged = { before: rs(10_000), within: rs(6000) }
  const adjusted = { before: rs(-1000), within: rs(-200) }
  const broughtIn = { before: rs(300), within: rs(700) }
  expect(closingFigures({ broughtIn, charged, adjusted }, [cash, online])).toEqual({
    opening: rs(1800),
    broughtIn: rs(700),
    charged: rs(6000),
    adjusted: rs(-200),
    received: rs(4500),
    closing: rs(3800),
    receipts: 2,
    reversals: 1,
    byMethod: [{ method: 'cash', net: rs(4500) }],
  })
})
