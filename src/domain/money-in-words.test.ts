import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { rs } from '#test/builders.ts'
import { moneyInWords } from './money-in-words.ts'
import { paisa } from './money.ts'

describe('an amount in words', () => {
  test.each([
    [0, 'Rupees zero only'],
    [1, 'Rupees one only'],
    [15, 'Rupees fifteen only'],
    [40, 'Rupees forty only'],
    [99, 'Rupees ninety-nine only'],
    [105, 'Rupees one hundred five only'],
    [4500, 'Rupees four thousand five hundred only'],
    [12_500.5, 'Rupees twelve thousand five hundred and fifty paisa only'],
    [0.05, 'Rupees zero and five paisa only'],
    [100_000, 'Rupees one lakh only'],
    [184_521, 'Rupees one lakh eighty-four thousand five hundred twenty-one only'],
    [
      9_999_999.99,
      'Rupees ninety-nine lakh ninety-nine thousand nine hundred ninety-nine and ninety-nine paisa only',
    ],
    [10_000_000, 'Rupees one crore only'],
    [-500, 'Minus rupees five hundred only'],
  ])('writes %s as "%s"', (amount, words) => {
    expect(moneyInWords(rs(amount))).toBe(words)
  })

  test('counts very large amounts in lakh crore', () => {
    expect(moneyInWords(paisa(1_000_000_000_000_000))).toBe('Rupees ten lakh crore only')
  })

  test('can be read back as the same amount', () => {
    const amounts = fc.integer({ min: 0, max: 99_999_999_999 })
    fc.assert(
      fc.property(amounts, (amount) => {
        const words = moneyInWords(paisa(amount))
        expect(words).toMatch(/^Rupees [a-z]+([ -][a-z]+)* only$/)
        expect(readBack(words)).toBe(amount)
      }),
    )
  })
})

const numbers = new Map(
  // prettier-ignore
  [
    'zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve',
    'thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen', 'nineteen',
  ].map((word, value) => [word, value]),
)
;['twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'].forEach((word, index) =>
  numbers.set(word, (index + 2) * 10),
)
const sizes = new Map([
  ['hundred', 100],
  ['thousand', 1000],
  ['lakh', 100_000],
  ['crore', 10_000_000],
])

/** Parses words as a person reads them: a hundred multiplies the words before it, a larger unit closes a group. */
function readCount(words: string): number {
  let total = 0
  let group = 0
  for (const word of words.split(/[ -]/)) {
    const size = sizes.get(word)
    if (size === undefined) group += numbers.get(word) ?? expect.fail(word)
    else if (size === 100) group *= 100
    else {
      total += group * size
      group = 0
    }
  }
  return total + group
}

function readBack(words: string): number {
  const [, rupees = '', , paisaWords] = /^Rupees (.*?)( and (.*) paisa)? only$/.exec(words) ?? []
  return readCount(rupees) * 100 + (paisaWords === undefined ? 0 : readCount(paisaWords))
}
