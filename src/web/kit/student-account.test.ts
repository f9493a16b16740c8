import { expect, test } from 'vitest'
import { day, rs } from '#test/builders.ts'
import { lateWords, telephoneLink, unpaidWords } from './student-account.ts'

const today = day('2026-11-21')

test.each([
  ['2026-11-20', '1 day late'],
  ['2026-10-12', '40 days late'],
  ['2026-11-21', null],
])('on 21 November, a voucher due on %s is described as: %s', (due, words) => {
  expect(lateWords(day(due), today)).toBe(words)
})

test.each([
  [4500, 'October 2026 · Rs 4,500 · due 11 Oct 2026'],
  [4000, 'October 2026 · Rs 4,000 · due 11 Oct 2026 · Rs 500 received'],
])('a month with %d rupees unpaid of 4,500 is described as: %s', (unpaid, words) => {
  const voucher = { voucherNo: '5Red1-202610', year: 2026, month: 10, dueDate: day('2026-10-11') }
  expect(unpaidWords({ ...voucher, amount: rs(4500), unpaid: rs(unpaid) })).toBe(words)
})

test.each([
  ['0300-123 4567', 'tel:03001234567'],
  ['+92 (42) 123', 'tel:+9242123'],
  ['javascript:alert(1)', 'tel:1'],
  ['0300?body=x#y', 'tel:0300'],
])('%s is dialled as %s', (number, address) => {
  expect(telephoneLink(number)).toBe(address)
})
