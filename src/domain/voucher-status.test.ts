import { byHead, feeHeads } from './fee-heads.ts'
import { nothing, paisa } from './money.ts'
import { voucherStatus } from './voucher-status.ts'
import { day } from '#test/builders.ts'
import { expect, test } from 'vitest'

const unpaid = {
  ...byHead(feeHeads, () => nothing),
  monthlyFee: paisa(350_000),
  arrears: nothing,
  received: nothing,
  adjusted: nothing,
  dueDate: day('2026-11-11'),
  paid: false,
  posted: true,
  carriedTo: null,
}

test('a voucher is unpaid up to its due date and overdue from the day after', () => {
  expect(voucherStatus(unpaid, day('2026-11-11'))).toBe('unpaid')
  expect(voucherStatus(unpaid, day('2026-11-12'))).toBe('overdue')
})

test('a voucher of which a part came in is part paid, and overdue after its due date', () => {
  const part = { ...unpaid, received: paisa(100_000) }
  expect(voucherStatus(part, day('2026-11-05'))).toBe('part')
  expect(voucherStatus(part, day('2026-11-12'))).toBe('overdue')
})

test('a paid voucher with more than was due is in advance', () => {
  const paid = { ...unpaid, paid: true, received: paisa(350_000) }
  expect(voucherStatus(paid, day('2026-11-12'))).toBe('paid')
  expect(voucherStatus({ ...paid, received: paisa(400_000) }, day('2026-11-12'))).toBe('advance')
})

test('a voucher whose balance a later one took over is carried, not overdue', () => {
  expect(voucherStatus({ ...unpaid, carriedTo: '5Red1-202612' }, day('2026-12-12'))).toBe('carried')
})

test('a voucher that is not posted is that first of all: paid, carried or past its due date', () => {
  const draft = { ...unpaid, posted: false }
  const drafts = [draft, { ...draft, paid: true }, { ...draft, carriedTo: '5Red1-202612' }]
  expect(drafts.map((voucher) => voucherStatus(voucher, day('2026-12-12')))).toEqual([
    'to-do',
    'to-do',
    'to-do',
  ])
})
