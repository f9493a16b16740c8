import { receivePayment } from '#contract/counter.ts'
import type { ReceiptReply } from '#contract/receipt.ts'
import { toWire } from '#contract/wire.ts'
import { aVoucher, day, rs } from '#test/builders.ts'
import { checkCorrection, correctableOf, correctionBody, correctionWords } from './correction.ts'
import { expect, test } from 'vitest'

const today = day('2026-11-21')

const receipt = (receiptNo: number, amount: number, named: Partial<ReceiptReply> = {}): ReceiptReply => ({
  receiptNo,
  kind: 'receipt',
  reverses: null,
  voucherNo: '5Red1-202611',
  rollNo: 1,
  studentName: 'Ayesha Khan',
  amount: rs(amount),
  receivedDate: day('2026-11-20'),
  receivedBy: 'desk@main.test',
  receivedByName: 'Sana',
  enteredAt: new Date('2026-11-20T04:00:00.000Z'),
  reason: '',
  ...named,
})

/** 5,000 are due; no. 7 was cancelled, no. 9 and no. 10 are valid with 4,500 together. */
const base = correctableOf(aVoucher({ received: rs(4500) }), null, [
  receipt(7, 450),
  receipt(8, -450, { kind: 'reversal', reverses: 7 }),
  receipt(9, 3000, { receivedDate: day('2026-11-12') }),
  receipt(10, 1500),
])

const words = (amount: string, receivedDate = day('2026-11-20')) =>
  correctionWords(base, { amount, receivedDate, reason: '' })

test.each([
  ['4,500', ''],
  ['no amount', ''],
  [
    '5000',
    'Receipts no. 9 (3,000) and no. 10 (1,500) will be cancelled and replaced by a new receipt of Rs 5,000. The voucher will be fully paid.',
  ],
  [
    '5,250.50',
    'Receipts no. 9 (3,000) and no. 10 (1,500) will be cancelled and replaced by a new receipt of Rs 5,250.50. Rs 250.50 will be paid in advance.',
  ],
  [
    '0',
    'Receipts no. 9 (3,000) and no. 10 (1,500) will be cancelled: no money was taken. Rs 5,000 will be left to pay.',
  ],
])('what a correction to %s will do is said in words', (amount, said) => {
  expect(words(amount)).toBe(said)
})

test('another day alone is a correction too', () => {
  expect(words('4500', day('2026-11-19'))).toContain(
    'replaced by a new receipt of Rs 4,500 dated 19 Nov 2026',
  )
})

test('a correction goes out in rupees with its reason and the balance that the clerk saw', () => {
  const typed = { amount: '4,000.50', receivedDate: day('2026-11-19'), reason: ' Wrong child ' }
  const checked = checkCorrection(base, typed, today)
  const body = checked.ok ? correctionBody(checked.correction, 'office@main.test') : undefined
  expect(toWire(receivePayment.body, body)).toEqual({
    receivedBy: 'office@main.test',
    editedBy: 'office@main.test',
    receivedDate: '2026-11-19',
    receivedAmount: 4000.5,
    reason: 'Wrong child',
    expectedBalance: 500,
  })
  expect(checkCorrection(base, { ...typed, receivedDate: day('2026-11-22') }, today)).toEqual({
    ok: false,
    errors: { receivedDate: 'Date cannot be in the future' },
  })
})
