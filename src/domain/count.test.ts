import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { agree, count, formatCount } from './count.ts'

describe('count', () => {
  it.each([
    [0, '0 vouchers'],
    [1, '1 voucher'],
    [2, '2 vouchers'],
    [999, '999 vouchers'],
    [1204, '1,204 vouchers'],
    [1_000_000, '1,000,000 vouchers'],
  ])('writes %i with the form of the noun that agrees', (number, words) => {
    expect(count(number, 'voucher')).toBe(words)
  })

  it.each([
    ['entry', '2 entries'],
    ['day', '2 days'],
  ])('writes the plural of %s', (noun, words) => {
    expect(count(2, noun)).toBe(words)
  })

  it('takes an irregular plural', () => {
    expect(count(1, 'campus', 'campuses')).toBe('1 campus')
    expect(count(3, 'campus', 'campuses')).toBe('3 campuses')
  })
})

it('a verb agrees with its number', () => {
  expect([0, 1, 2].map((number) => agree(number, 'is', 'are'))).toEqual(['are', 'is', 'are'])
})

it('groups digits as the English locale does', () => {
  fc.assert(
    fc.property(fc.integer(), (number) => {
      expect(formatCount(number)).toBe(number.toLocaleString('en'))
    }),
  )
})
