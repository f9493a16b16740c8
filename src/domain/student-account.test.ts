import { rs } from '#test/builders.ts'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { paisa, sum } from './money.ts'
import { unpaidByVoucher, withRunningBalance } from './student-account.ts'

const anAmount = fc.integer({ min: 0, max: 1_000_000 }).map(paisa)
const someCharges = fc
  .array(anAmount, { maxLength: 12 })
  .map((amounts) => amounts.map((amount, index) => ({ voucherNo: `v${index + 1}`, amount })))

describe('the running balance', () => {
  it('shows what is owed after each event', () => {
    const events = [rs(5000), rs(-2000), rs(0), rs(-4000)].map((amount) => ({ amount }))
    expect(withRunningBalance(events).map(({ balance }) => balance)).toEqual([
      rs(5000),
      rs(3000),
      rs(3000),
      rs(-1000),
    ])
    expect(withRunningBalance([])).toEqual([])
  })

  it('changes by the amount of each event and ends at their sum', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -1_000_000, max: 1_000_000 }).map(paisa)), (amounts) => {
        const running = withRunningBalance(amounts.map((amount) => ({ amount })))
        expect(running.at(-1)?.balance ?? 0).toBe(sum(...amounts))
        for (const [index, { amount, balance }] of running.entries()) {
          expect(balance - (running[index - 1]?.balance ?? 0)).toBe(amount)
        }
      }),
    )
  })
})

describe('the unpaid part of each voucher', () => {
  const threeMonths = [
    { voucherNo: 'september', amount: rs(4500) },
    { voucherNo: 'october', amount: rs(4500) },
    { voucherNo: 'november', amount: rs(6000) },
  ]

  it('is less by an advance that was brought, and a debt that was brought is the oldest', () => {
    const brought = (amount: number) => [{ voucherNo: 'opening', amount: rs(amount) }, ...threeMonths]
    const left = (amount: number, received: number) =>
      unpaidByVoucher(brought(amount), rs(received)).map(({ voucherNo, unpaid }) => [voucherNo, unpaid])
    expect(left(-3000, 2000)).toEqual([
      ['october', rs(4000)],
      ['november', rs(6000)],
    ])
    expect(left(7500, 2500)[0]).toEqual(['opening', rs(5000)])
  })

  it.each([
    ['nothing received', 0, { september: 4500, october: 4500, november: 6000 }],
    ['part of the first month', 1000, { september: 3500, october: 4500, november: 6000 }],
    ['exactly the first month', 4500, { october: 4500, november: 6000 }],
    ['a month and a half', 6750.5, { october: 2249.5, november: 6000 }],
    ['everything', 15_000, {}],
    ['more than everything', 20_000, {}],
  ])('counts payments against the oldest month first: %s', (_, received, unpaid) => {
    const left = unpaidByVoucher(threeMonths, rs(received)).map(({ voucherNo, unpaid: owed }) => [
      voucherNo,
      owed,
    ])
    expect(Object.fromEntries(left)).toEqual(
      Object.fromEntries(Object.entries(unpaid).map(([month, owed]) => [month, rs(owed)])),
    )
  })

  it('adds up to what is owed', () => {
    fc.assert(
      fc.property(someCharges, anAmount, (charges, received) => {
        const owed = sum(...charges.map(({ amount }) => amount)) - received
        const parts = sum(...unpaidByVoucher(charges, received).map(({ unpaid }) => unpaid))
        expect(parts).toBe(Math.max(0, owed))
      }),
    )
  })

  it('is partial for the oldest unpaid voucher only', () => {
    fc.assert(
      fc.property(someCharges, anAmount, (charges, received) => {
        const [, ...later] = unpaidByVoucher(charges, received)
        for (const { amount, unpaid } of later) expect(unpaid).toBe(amount)
      }),
    )
  })

  it('keeps the order and the other fields of the charges', () => {
    const months = threeMonths.map((charge, index) => ({ ...charge, month: index + 9 }))
    expect(unpaidByVoucher(months, rs(5000)).map(({ month }) => month)).toEqual([10, 11])
  })
})
