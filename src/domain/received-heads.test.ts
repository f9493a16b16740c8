import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { feeHeads } from './fee-heads.ts'
import { nothing, opposite, paisa, sum, type Money } from './money.ts'
import {
  paidHeads,
  receiptsByHead,
  receivedHeads,
  spreadAmount,
  totalReceived,
  type MoneyEntry,
  type ReceivedByHead,
  type VoucherState,
} from './received-heads.ts'

const rs = (rupees: number) => paisa(Math.round(rupees * 100))
const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute))
const noCharges = Object.fromEntries(feeHeads.map(({ key }) => [key, nothing])) as Record<
  (typeof feeHeads)[number]['key'],
  Money
>

const voucher = (month: number, overrides: Partial<VoucherState>): VoucherState => ({
  ...noCharges,
  broughtIn: nothing,
  month: { year: 2026, month },
  chainNo: month,
  since: at(month),
  until: null,
  ...overrides,
})
const receipt = (receiptNo: number, rupees: number, minute: number): MoneyEntry => ({
  receiptNo,
  reverses: null,
  amount: rs(rupees),
  enteredAt: at(minute),
})
/** Returns the heads that are not 0, in rupees. */
const shown = (heads: ReceivedByHead | undefined) =>
  heads &&
  Object.fromEntries(receivedHeads.flatMap(({ key }) => (heads[key] === 0 ? [] : [[key, heads[key] / 100]])))

const october = voucher(10, { monthlyFee: rs(4500), discount: rs(500), examinationFee: rs(500) })
const november = voucher(11, { monthlyFee: rs(5000), discount: rs(500) })

it('pays the heads of a voucher in the order arrears, fine, admission, registration, examination, monthly fee', () => {
  expect(paidHeads.map(({ key }) => key)).toEqual([
    'arrears',
    'fine',
    'admissionFee',
    'registrationFee',
    'examinationFee',
    'monthlyFee',
  ])
})

describe('the distribution of receipts', () => {
  it('spreads 9,000 over October and November: examination 500, monthly 8,500', () => {
    const spread = receiptsByHead([november, october], [receipt(1, 9000, 20)])
    expect(shown(spread.get(1))).toEqual({ examinationFee: 500, monthlyFee: 8500 })
  })

  it('pays the oldest month first, and treats the remainder as an advance', () => {
    const spread = receiptsByHead(
      [october, november],
      [receipt(1, 400, 20), receipt(2, 200.5, 21), receipt(3, 9000, 22)],
    )
    expect(shown(spread.get(1))).toEqual({ examinationFee: 400 })
    expect(shown(spread.get(2))).toEqual({ examinationFee: 100, monthlyFee: 100.5 })
    expect(shown(spread.get(3))).toEqual({ monthlyFee: 8399.5, advance: 600.5 })
  })

  it('keeps an advance as it was reported when a later voucher uses it', () => {
    const entries = [receipt(1, 5000, 10), receipt(2, 4000, 20)]
    const spread = receiptsByHead([october, november], entries)
    expect(shown(spread.get(1))).toEqual({ examinationFee: 500, monthlyFee: 4000, advance: 500 })
    expect(shown(spread.get(2))).toEqual({ monthlyFee: 4000 })
  })

  it('reverses the amounts that the receipt paid, and fills the gap with later money', () => {
    const entries: MoneyEntry[] = [
      receipt(1, 4500, 20),
      receipt(2, 1000, 21),
      { receiptNo: 3, reverses: 1, amount: rs(-4500), enteredAt: at(22) },
      receipt(4, 500, 23),
    ]
    const spread = receiptsByHead([october, november], entries)
    expect(shown(spread.get(2))).toEqual({ monthlyFee: 1000 })
    expect(shown(spread.get(3))).toEqual({ examinationFee: -500, monthlyFee: -4000 })
    // Money received since covers 1,000 of October; the next 500 follow it.
    expect(shown(spread.get(4))).toEqual({ monthlyFee: 500 })
  })

  it('counts a waiver as paid, and charges as they stood when the receipt was entered', () => {
    const before = voucher(10, { monthlyFee: rs(4000), fine: rs(300), until: at(30) })
    const after = voucher(10, { monthlyFee: rs(4000), fine: nothing, since: at(30) })
    const entries: MoneyEntry[] = [
      { receiptNo: null, reverses: null, amount: rs(100), enteredAt: at(15) },
      receipt(1, 1000, 20),
      receipt(2, 4000, 40),
    ]
    const spread = receiptsByHead([before, after], entries)
    expect(shown(spread.get(1))).toEqual({ fine: 200, monthlyFee: 800 })
    expect(shown(spread.get(2))).toEqual({ monthlyFee: 2900, advance: 1100 })
  })

  it('lets an advance that was brought in pay before the first receipt', () => {
    const entries: MoneyEntry[] = [
      { receiptNo: null, reverses: null, amount: rs(600), enteredAt: at(1) },
      receipt(1, 4000, 20),
    ]
    expect(shown(receiptsByHead([october], entries).get(1))).toEqual({ monthlyFee: 3900, advance: 100 })
  })

  it('pays arrears from before the portal first', () => {
    const first = voucher(1, { monthlyFee: rs(4000), broughtIn: rs(1500) })
    expect(shown(receiptsByHead([first], [receipt(1, 2000, 5)]).get(1))).toEqual({
      arrears: 1500,
      monthlyFee: 500,
    })
  })
})

const anAmount = (most: number) => fc.integer({ min: 0, max: most }).map(paisa)
const someStates = fc.array(
  fc.record({
    monthlyFee: anAmount(500_000),
    fine: anAmount(30_000),
    admissionFee: anAmount(100_000),
    examinationFee: anAmount(70_000),
    broughtIn: anAmount(50_000),
  }),
  { maxLength: 6 },
)
const someMoney = fc.array(
  fc.record({ amount: fc.integer({ min: 1, max: 900_000 }).map(paisa), reversesLast: fc.boolean() }),
  { maxLength: 12 },
)

it('adds up to the receipts to the paisa, head by head and receipt by receipt', () => {
  fc.assert(
    fc.property(someStates, someMoney, (charges, money) => {
      const states = charges.map((charged, index) => voucher(index + 1, { ...charged, since: at(2 * index) }))
      const entries: MoneyEntry[] = []
      for (const [index, { amount, reversesLast }] of money.entries()) {
        const last = entries.at(-1)
        const canReverse = reversesLast && last?.reverses === null
        entries.push({
          receiptNo: index + 1,
          reverses: canReverse ? last.receiptNo : null,
          amount: canReverse ? opposite(last.amount) : amount,
          enteredAt: at(2 * index + 1),
        })
      }
      const spread = receiptsByHead(states, entries)
      for (const { receiptNo, amount } of entries) {
        const heads = spread.get(receiptNo ?? 0)
        expect(heads && totalReceived(heads)).toBe(amount)
      }
      const received = sum(nothing, ...entries.map(({ amount }) => amount))
      expect(sum(nothing, ...[...spread.values()].map(totalReceived))).toBe(received)
    }),
  )
})

it('never pays more than the charge of a head, whatever was paid before', () => {
  const charges = fc.array(
    fc.record({ head: fc.constantFrom(...paidHeads.map(({ key }) => key)), amount: anAmount(500_000) }),
  )
  fc.assert(
    fc.property(
      charges,
      anAmount(2_000_000),
      fc.integer({ min: -100, max: 2_000_000 }).map(paisa),
      (listed, amount, before) => {
        const heads = spreadAmount(amount, before, listed)
        for (const { key } of paidHeads) {
          const charged = sum(
            nothing,
            ...listed.filter(({ head }) => head === key).map((charge) => charge.amount),
          )
          expect(heads[key]).toBeGreaterThanOrEqual(0)
          expect(heads[key]).toBeLessThanOrEqual(charged)
        }
        expect(totalReceived(heads)).toBe(amount)
      },
    ),
  )
})
