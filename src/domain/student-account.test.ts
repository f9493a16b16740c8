import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rs } from '#test/builders.ts'
import { paisa, sum } from './money.ts'
import { withRunningBalance } from './student-account.ts'

describe('the running balance', () => {
  it('shows what is owed after each event', () => {
    const events = [rs(5000), rs(-2000), rs(0), rs(-4000)].map((amount) => ({ amount, counts: true }))
    expect(withRunningBalance(events).map(({ balance }) => balance)).toEqual([
      rs(5000),
      rs(3000),
      rs(3000),
      rs(-1000),
    ])
    expect(withRunningBalance([])).toEqual([])
  })

  it('leaves out events that do not count, and shows no balance for them', () => {
    const events = [true, false, true].map((counts) => ({ amount: rs(1000), counts }))
    expect(withRunningBalance(events).map(({ balance }) => balance)).toEqual([rs(1000), null, rs(2000)])
  })

  it('changes by the amount of each event and ends at their sum', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -1_000_000, max: 1_000_000 }).map(paisa)), (amounts) => {
        const running = withRunningBalance(amounts.map((amount) => ({ amount, counts: true })))
        expect(running.at(-1)?.balance ?? 0).toBe(sum(...amounts))
        for (const [index, { amount, balance }] of running.entries()) {
          expect((balance ?? 0) - (running[index - 1]?.balance ?? 0)).toBe(amount)
        }
      }),
    )
  })
})
