import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { day, rs } from '#test/builders.ts'
import {
  acceptClosing,
  cashInSafe,
  countedCash,
  denominations,
  depositOf,
  differencesByCashier,
  judgeCount,
  rangeUntil,
  sumOfPieces,
  takeFromSafe,
  type LeftInSafe,
} from './cashier-close.ts'
import { nothing, paisa, sum } from './money.ts'
import { orThrow } from './outcome.ts'

const count = (counted: number, overrides = {}) => ({
  counted: rs(counted),
  floatKept: nothing,
  remark: '',
  ...overrides,
})
const refused = (outcome: { readonly ok: boolean }) => (outcome.ok ? null : outcome)

describe('a count', () => {
  it('is the sum of its notes and coins: 188,400', () => {
    const pieces = [
      { value: 5000, pieces: 20 },
      { value: 1000, pieces: 70 },
      { value: 500, pieces: 30 },
      { value: 100, pieces: 31 },
      { value: 50, pieces: 4 },
      { value: 20, pieces: 5 },
    ] as const
    expect(sumOfPieces(pieces)).toBe(rs(188_400))
    expect(orThrow(countedCash({ pieces }))).toBe(rs(188_400))
    expect(orThrow(countedCash({ pieces, counted: rs(188_400) }))).toBe(rs(188_400))
    expect(refused(countedCash({ pieces, counted: rs(188_401) }))).toMatchObject({
      refusal: { errors: [{ field: 'counted' }] },
    })
  })

  it('of no notes is refused; Rs 0 is a sum without notes', () => {
    for (const counted of [undefined, nothing]) {
      expect(refused(countedCash({ counted, pieces: [] }))).toMatchObject({
        refusal: { errors: [{ field: 'counted', message: 'Count the cash' }] },
      })
    }
    expect(orThrow(countedCash({ counted: nothing }))).toBe(nothing)
  })

  it('of one of each note and coin is 6,763', () => {
    expect(sumOfPieces(denominations.map((value) => ({ value, pieces: 1 })))).toBe(rs(6763))
  })

  it.each([
    ['as expected', count(1000), false, { isClosed: true, difference: nothing }],
    ['first, and short', count(900), false, { isClosed: false, difference: rs(-100) }],
    [
      'first, over, with a remark',
      count(1100, { remark: 'x' }),
      false,
      { isClosed: false, difference: rs(100) },
    ],
    ['again, as expected', count(1000), true, { isClosed: true, difference: nothing }],
    [
      'again, short, with a remark',
      count(900, { remark: 'x' }),
      true,
      { isClosed: true, difference: rs(-100) },
    ],
  ])('(%s) closes the drawer or is counted again', (_, given, isRecount, result) => {
    expect(orThrow(judgeCount(given, rs(1000), isRecount))).toEqual(result)
  })

  it('needs a remark if the recount differs, and a float that does not exceed the counted cash', () => {
    expect(refused(judgeCount(count(900), rs(1000), true))).toMatchObject({
      refusal: { errors: [{ field: 'remark' }] },
    })
    expect(refused(judgeCount(count(900, { floatKept: rs(901) }), rs(900), false))).toMatchObject({
      refusal: { errors: [{ field: 'floatKept', message: 'Only 900 were counted' }] },
    })
  })
})

it.each([
  [5, 9, undefined, { after: 5, upTo: 9 }],
  [5, 9, 7, { after: 5, upTo: 7 }],
  [5, 9, 5, { after: 5, upTo: 5 }],
])('a closing after number %i of %i, with %j seen, covers %j', (after, last, seen, range) => {
  expect(orThrow(rangeUntil(after, last, seen))).toEqual(range)
})

it.each([4, 10])('refuses a range up to %i, which is closed or not given out', (seen) => {
  expect(refused(rangeUntil(5, 9, seen))).toMatchObject({ refusal: { code: 'record-changed' } })
})

it.each([
  ['another user', { drawer: 'a', acceptedBy: null }, 'b', 2, null],
  ['the cashier of two users', { drawer: 'a', acceptedBy: null }, 'a', 2, 'accept-by-other'],
  ['the only user', { drawer: 'a', acceptedBy: null }, 'a', 1, null],
  ['a second user', { drawer: 'a', acceptedBy: 'b' }, 'c', 3, 'closing-accepted'],
])('decides if %s may accept a closing', (_, closing, userId, writers, code) => {
  const outcome = acceptClosing(closing, userId, writers)
  expect(outcome.ok ? null : outcome.refusal.code).toBe(code)
})

describe('the safe', () => {
  const closings = [
    { closingNo: 2, left: rs(200) },
    { closingNo: 1, left: rs(300) },
  ]
  const deposit = { depositedDate: day('2026-11-21'), cash: rs(350), cheques: [] as number[] }
  const judge = (given: object) =>
    depositOf({ closings, cheques: [{ receiptNo: 7 }] }, { ...deposit, ...given }, day('2026-11-21'))

  it('is emptied from the oldest closing', () => {
    expect(orThrow(judge({}))).toEqual([
      { closingNo: 1, amount: rs(300) },
      { closingNo: 2, amount: rs(50) },
    ])
    expect(orThrow(judge({ cash: nothing, cheques: [7] }))).toEqual([])
  })

  it.each([
    [{ cash: rs(501) }, { code: 'not-in-safe', facts: { inSafe: rs(500) } }],
    [{ cash: nothing }, { errors: [{ field: 'cash' }] }],
    [{ cheques: [8] }, { errors: [{ field: 'cheques' }] }],
    [{ cheques: [7, 7] }, { errors: [{ field: 'cheques' }] }],
    [{ depositedDate: day('2026-11-22') }, { errors: [{ field: 'depositedDate' }] }],
  ])('refuses %j', (given, refusal) => {
    expect(refused(judge(given))).toMatchObject({ refusal })
  })

  it('never has a negative balance, and the parts from each closing add up to the deposit', () => {
    const amounts = fc.array(fc.integer({ min: 0, max: 50_000_000 }), { maxLength: 12 })
    fc.assert(
      fc.property(
        amounts,
        fc.array(fc.integer({ min: 1, max: 100_000_000 }), { maxLength: 6 }),
        (left, taken) => {
          let safe: LeftInSafe[] = left.map((amount, index) => ({
            closingNo: index + 1,
            left: paisa(amount),
          }))
          for (const cash of taken.map(paisa)) {
            const before = cashInSafe(safe)
            const outcome = takeFromSafe(safe, cash)
            expect(outcome.ok).toBe(cash <= before)
            if (!outcome.ok) continue
            expect(sum(nothing, ...outcome.value.map(({ amount }) => amount))).toBe(cash)
            safe = safe.map((closing) => {
              const line = outcome.value.find(({ closingNo }) => closingNo === closing.closingNo)
              return { ...closing, left: paisa(closing.left - (line?.amount ?? 0)) }
            })
            expect(safe.every((closing) => closing.left >= 0)).toBe(true)
            // A closing is touched only once every older one is empty.
            const lastTouched = Math.max(...outcome.value.map(({ closingNo }) => closingNo))
            expect(
              safe.filter(({ closingNo }) => closingNo < lastTouched).every((one) => one.left === 0),
            ).toBe(true)
          }
        },
      ),
    )
  })
})

it('sums the shortages and overages of each cashier', () => {
  const closed = (drawer: string, difference: number) => ({
    drawer,
    cashierName: drawer.toUpperCase(),
    difference: rs(difference),
  })
  expect(differencesByCashier([closed('b', -100), closed('a', 0), closed('b', 30), closed('b', -5)])).toEqual(
    [
      { drawer: 'a', cashierName: 'A', closings: 1, differing: 0, short: nothing, over: nothing },
      { drawer: 'b', cashierName: 'B', closings: 3, differing: 3, short: rs(105), over: rs(30) },
    ],
  )
})
