import { expect, test } from 'vitest'
import { groupDigits } from './amount-field.tsx'

test.each([
  ['17500', '17,500'],
  ['1,7500', '17,500'],
  ['1,75,000', '175,000'],
  ['1234567.5', '1,234,567.5'],
  ['500', '500'],
  ['۱۷۵۰۰', '۱۷,۵۰۰'],
  ['٤٥٠٠٫٥', '٤٥٠٠٫٥'],
  ['', ''],
  ['10Blue7-202611', '10Blue7-202611'],
])('the typed amount %s is shown as %s', (typed, shown) => {
  expect(groupDigits(typed)).toBe(shown)
})
