import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { less, nothing, paisa, sum } from './money.ts'
import { addUpTo, figureNames, movedIn, rollForwardTotals, type ClassFigures } from './roll-forward.ts'

const rs = (rupees: number) => paisa(rupees * 100)

const figures = (opening: number, charged: number, adjusted: number, received: number, closing: number) => ({
  opening: rs(opening),
  broughtIn: nothing,
  charged: rs(charged),
  adjusted: rs(adjusted),
  received: rs(received),
  closing: rs(closing),
})

it('430,000 + 2,268,400 charged - 2,000 waived - 1,812,000 received is 884,400, and nothing moved', () => {
  expect(movedIn(figures(430_000, 2_268_400, -2000, 1_812_000, 884_400))).toBe(0)
})

it('12,500 brought in is owed at the end', () => {
  expect(movedIn({ ...figures(0, 0, 0, 0, 12_500), broughtIn: rs(12_500) })).toBe(0)
})

it('a balance that moves with its student to the next class leaves one line and enters the other', () => {
  const five = figures(4500, 0, 0, 0, 0)
  const six = figures(0, 4500, 0, 0, 9000)
  expect([movedIn(five), movedIn(six)]).toEqual([rs(-4500), rs(4500)])
  expect(movedIn(rollForwardTotals([five, six]))).toBe(0)
})

const anAmount = fc.integer({ min: -10_000_000, max: 10_000_000 }).map(paisa)
const someFigures: fc.Arbitrary<ClassFigures> = fc.record({
  opening: anAmount,
  broughtIn: anAmount,
  charged: anAmount,
  adjusted: anAmount,
  received: anAmount,
  closing: anAmount,
})

it('each line closes with its moved balance, and the lines add up to their totals only', () => {
  fc.assert(
    fc.property(fc.array(someFigures, { maxLength: 14 }), fc.constantFrom(...figureNames), (lines, name) => {
      for (const line of lines) {
        const before = sum(line.opening, line.broughtIn, line.charged, line.adjusted, movedIn(line))
        expect(less(before, line.received)).toBe(line.closing)
      }
      const totals = rollForwardTotals(lines)
      expect(movedIn(totals)).toBe(sum(nothing, ...lines.map(movedIn)))
      expect(addUpTo(lines, totals)).toBe(true)
      expect(addUpTo(lines, { ...totals, [name]: sum(totals[name], paisa(1)) })).toBe(false)
    }),
  )
})
