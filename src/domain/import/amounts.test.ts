import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decimalRupees, formatRupees, largestAmount, paisa } from '#domain/money.ts'
import { rs } from '#test/builders.ts'
import { readAmount } from './values.ts'

const valueOf = (text: string) => {
  const reading = readAmount(text)
  return reading.ok ? reading.value : null
}
const codeOf = (text: string) => {
  const reading = readAmount(text)
  return reading.ok ? null : reading.code
}

describe('an amount', () => {
  it.each([
    ['7500', 7500],
    ['7,500', 7500],
    ['1,25,000', 125_000],
    ['Rs. 7500/-', 7500],
    ['00500', 500],
    ['500.5 Cr', -500.5],
    ['Rs 7,500', 7500],
    ['PKR 7,500.00', 7500],
    ['7500 PKR', 7500],
    ['7,500/=', 7500],
    ['روپے 7500', 7500],
    ['7500.5', 7500.5],
    ['(7,500)', -7500],
    ['(Rs. 7,500)', -7500],
    ['-7500', -7500],
    ['- 7,500', -7500],
    ['−7500', -7500],
    ['7500-', -7500],
    ['7500 Cr', -7500],
    ['7,500CR.', -7500],
    ['Cr 7500', -7500],
    ['7500 Dr', 7500],
    ['Dr. 7500', 7500],
    ['+7500', 7500],
    ['Rs. -7500', -7500],
    ['-', 0],
    ['--', 0],
    ['—', 0],
    ['nil', 0],
    ['Nil', 0],
    ['N/A', 0],
    ['0', 0],
    ['۷۵۰۰', 7500],
    ['۷،۵۰۰', null],
    ['٧٬٥٠٠٫٥٠', 7500.5],
    ['9,999,999.99', 9_999_999.99],
    ['-9,999,999.99', -9_999_999.99],
  ])('%j is %s rupees', (text, rupees) => {
    expect(valueOf(text)).toBe(rupees === null ? null : rs(rupees))
  })

  it.each([
    ['half fee', 'amount-unreadable'],
    ['2500+500', 'amount-unreadable'],
    ['75,00', 'amount-unreadable'],
    ['4800,50', 'amount-unreadable'],
    ['4.800,50', 'amount-unreadable'],
    ['125,00,000', 'amount-unreadable'],
    ['50%', 'amount-unreadable'],
    ['500 (held as -500)', 'amount-unreadable'],
    ['900 in one cell over rows 3 to 4', 'amount-unreadable'],
    ['7 500', 'amount-unreadable'],
    ['1.250.000', 'amount-unreadable'],
    ['-7500 Cr', 'amount-unreadable'],
    ['(-7500)', 'amount-unreadable'],
    ['10%', 'amount-unreadable'],
    ['Rs.', 'amount-unreadable'],
    ['7500.125', 'amount-decimals'],
    ['10,000,000', 'amount-too-large'],
    ['99999999999999', 'amount-too-large'],
    ['7.5E+06', 'amount-shortened'],
    ['#FORMULA! =F2*2', 'formula-unsolved'],
  ])('%j is refused as %s', (text, code) => {
    expect(codeOf(text)).toBe(code)
  })

  it('is read as the screens and files of the portal write it', () => {
    fc.assert(
      fc.property(fc.integer({ min: -largestAmount, max: largestAmount }).map(paisa), (amount) => {
        expect(valueOf(formatRupees(amount))).toBe(amount)
        expect(valueOf(decimalRupees(amount))).toBe(amount)
      }),
    )
  })
})
