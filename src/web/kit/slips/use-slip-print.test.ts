import { expect, test } from 'vitest'
import { rs } from '#test/builders.ts'
import { balanceWords } from './use-slip-print.tsx'

const moved = (amount: number) => ({ adjustmentNo: 7, voucherNo: '5Red1023-202611', amount: rs(amount) })
const paid = { balanceAfter: rs(0), moved: null }

test.each([
  [{ balanceAfter: rs(300) }, 'Rs 300 left to pay'],
  [{ balanceAfter: rs(-300) }, 'Rs 300 paid in advance'],
  [{}, 'Fully paid'],
  [{ moved: moved(45_000) }, 'Difference of Rs 45,000 added to voucher 5Red1023-202611 by adjustment no. 7'],
  [{ moved: moved(-50) }, 'Difference of Rs 50 taken off voucher 5Red1023-202611 by adjustment no. 7'],
])('a slip with %o shows: %s', (changes, words) => {
  expect(balanceWords({ ...paid, ...changes })).toBe(words)
})
