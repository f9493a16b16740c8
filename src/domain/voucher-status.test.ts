import { expect, test } from 'vitest'
import { day, rs } from '#test/builders.ts'
import { covers } from '#test/covers.ts'
import { nothing } from './money.ts'
import { voucherMarks, type MarkedVoucher } from './voucher-status.ts'

const unpaid: MarkedVoucher = { paid: false, posted: true, dueSince: day('2026-11-11') }
const [onTheDay, dayAfter] = [day('2026-11-11'), day('2026-11-12')]

test('a voucher is not due yet up to the due date of the debt that it carries, and overdue from the day after', () => {
  covers('decisions 7.owed.marks')

  expect(voucherMarks(unpaid, rs(3500), onTheDay)).toEqual(['unpaid'])
  expect(voucherMarks(unpaid, rs(3500), dayAfter)).toEqual(['overdue'])
})

test('an overpaid voucher is in advance', () => {
  const paid = { ...unpaid, paid: true, dueSince: null }
  expect(voucherMarks(paid, nothing, dayAfter)).toEqual(['paid'])
  expect(voucherMarks(paid, rs(-500), dayAfter)).toEqual(['advance'])
})

test('a voucher whose debt a later posted voucher took over is carried, not overdue', () => {
  expect(voucherMarks({ ...unpaid, dueSince: null }, rs(3500), dayAfter)).toEqual(['carried'])
})

test('a draft has its own mark and the state of the posted debt that it carries', () => {
  const draft = { ...unpaid, posted: false }
  expect(voucherMarks({ ...draft, dueSince: null }, rs(3500), dayAfter)).toEqual(['to-do'])
  expect(voucherMarks({ ...draft, dueSince: null, paid: true }, nothing, dayAfter)).toEqual(['to-do'])
  expect(voucherMarks(draft, rs(7000), onTheDay)).toEqual(['unpaid', 'to-do'])
  expect(voucherMarks(draft, rs(7000), dayAfter)).toEqual(['overdue', 'to-do'])
})
