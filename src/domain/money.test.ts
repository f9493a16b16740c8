import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { covers } from '#test/covers.ts'
import {
  decimalRupees,
  formatRupees,
  largestAmount,
  opposite,
  paisa,
  parseRupees,
  shareOf,
  sum,
} from './money.ts'

const anAmount = fc.integer({ min: 0, max: largestAmount }).map(paisa)

describe('money', () => {
  it('can be typed in as it is displayed', () => {
    fc.assert(fc.property(anAmount, (amount) => parseRupees(formatRupees(amount)) === amount))
  })

  it('adds up to the same sum in any order', () => {
    fc.assert(fc.property(fc.array(anAmount), (amounts) => sum(...amounts) === sum(...amounts.toReversed())))
  })

  it.each([
    [0, '0'],
    [100, '1'],
    [1_250_000, '12,500'],
    [1_250_050, '12,500.50'],
    [5, '0.05'],
    [-50_000, '−500'],
    [123_456_789_00, '123,456,789'],
  ])('shows %i paisa as %s', (amount, written) => {
    expect(formatRupees(paisa(amount))).toBe(written)
  })

  it.each([
    ['4500', 450_000],
    [' 12,500.5 ', 1_250_050],
    ['0.05', 5],
    ['12.', 1200],
    ['4,800.50', 480_050],
    ['1,25,000', 12_500_000],
    ['1,00,00,000', 1_000_000_000],
    ['12,34,567.8', 123_456_780],
    ['۴۸۰۰', 480_000],
    ['٤,٨٠٠', 480_000],
    ['۱,۲۵,۰۰۰.۵۰', 12_500_050],
  ])('reads %s as paisa', (typed, amount) => {
    covers('spec 5.edit-voucher.decimals')

    expect(parseRupees(typed)).toBe(amount)
  })

  it.each(['', 'abc', '1.005', '-5', '1e5', '.', '12 500', '99999999999', '50%'])('rejects %j', (typed) => {
    expect(parseRupees(typed)).toBeNull()
  })

  it.each([
    '4800,50',
    '45,00',
    ',500',
    '4,80,50',
    '125,00,000',
    '1,2,3',
    '4.800,50',
    '4,,800',
    '4,800,',
    '99,999,999,999',
  ])('rejects %j, whose commas do not separate thousands or lakhs', (typed) => {
    expect(parseRupees(typed)).toBeNull()
  })

  it.each([0.5, Number.NaN, Infinity])('rejects %d, which is not a whole number of paisa', (amount) => {
    expect(() => paisa(amount)).toThrow(/paisa/)
  })

  it.each([
    [5, '0.05'],
    [1_250_050, '12500.50'],
    [-50_000, '-500.00'],
  ])('writes %i paisa for programs as %s', (amount, written) => {
    expect(decimalRupees(paisa(amount))).toBe(written)
  })

  it('has no negative zero', () => {
    expect(Object.is(opposite(paisa(0)), 0)).toBe(true)
  })
})

it.each([
  [1_812_000, 2_680_000, 67.6],
  [0, 100, 0],
  [100, 100, 100],
  [1, 3, 33.3],
  [100, 0, 0],
  [99_999, 100_000, 99.9],
])('a share of %i in %i is %d percent', (part, whole, share) => {
  expect(shareOf(paisa(part * 100), paisa(whole * 100))).toBe(share)
})
