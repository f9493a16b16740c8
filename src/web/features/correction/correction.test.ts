import { expect, test } from 'vitest'
import { receivePayment } from '#contract/counter.ts'
import type { ReceiptReply } from '#contract/receipt.ts'
import { toWire } from '#contract/wire.ts'
import { paidInCash } from '#domain/payment-method.ts'
import { aVoucher, day, rs } from '#test/builders.ts'
import { typedCash } from '#web/kit/receiving/payment-input.ts'
import { checkCorrection, correctableOf, correctionBody, correctionWords } from './correction.ts'

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
  ...paidInCash,
  ...named,
})

/** 5,000 are due. Receipt no. 7 was cancelled; no. 9 and no. 10 are valid, together 4,500. */
const base = correctableOf({ ...aVoucher({ received: rs(4500) }), takenOverBy: null }, [
  receipt(7, 450),
  receipt(8, -450, { kind: 'reversal', reverses: 7 }),
  receipt(9, 3000, { receivedDate: day('2026-11-12') }),
  receipt(10, 1500),
])

const words = (amount: string, receivedDate = day('2026-11-20')) =>
  correctionWords(base, { amount, receivedDate, paidBy: typedCash, reason: '' })

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
])('the effect of a correction to %s is stated in words', (amount, said) => {
  expect(words(amount)).toBe(said)
})

test('a changed day alone is a correction', () => {
  expect(words('4500', day('2026-11-19'))).toContain(
    'replaced by a new receipt of Rs 4,500 dated 19 Nov 2026',
  )
})

test('a correction is sent in rupees with its reason and the balance that the clerk saw', () => {
  const typed = {
    amount: '4,000.50',
    receivedDate: day('2026-11-19'),
    paidBy: typedCash,
    reason: ' Wrong child ',
  }
  const checked = checkCorrection(base, typed, today)
  const body = checked.ok
    ? correctionBody(base, checked.payment, typed.reason, 'office@main.test')
    : undefined
  expect(toWire(receivePayment.body, body)).toEqual({
    receivedBy: 'office@main.test',
    editedBy: 'office@main.test',
    receivedDate: '2026-11-19',
    receivedAmount: 4000.5,
    method: 'cash',
    reason: 'Wrong child',
    expectedBalance: 500,
  })
  expect(checkCorrection(base, { ...typed, receivedDate: day('2026-11-22') }, today)).toEqual({
    ok: false,
    errors: { receivedDate: 'Date cannot be in the future' },
  })
})

test('a changed method or reference alone is a correction', () => {
  const asCheque = { method: 'cheque', reference: '778812 HBL', chequeDate: '' } as const
  const typed = { amount: '4500', receivedDate: day('2026-11-20'), paidBy: asCheque, reason: 'By cheque' }
  const checked = checkCorrection(base, typed, today)
  expect(correctionWords(base, typed)).toContain(
    'replaced by a new receipt of Rs 4,500, paid by Cheque 778812 HBL.',
  )
  expect(checked).toMatchObject({ ok: true, payment: { paidBy: { method: 'cheque', chequeDate: null } } })
  expect(checkCorrection(base, { ...typed, paidBy: { ...asCheque, reference: ' ' } }, today)).toMatchObject({
    errors: { reference: 'Enter the number of the cheque and its bank' },
  })
  expect(checkCorrection(base, { ...typed, paidBy: typedCash }, today)).toMatchObject({
    errors: { receivedAmount: 'No changes made' },
  })
})

test('a correction to zero does not need a reference', () => {
  const typed = { amount: '0', receivedDate: day('2026-11-20'), reason: 'Returned' }
  const paidBy = { method: 'cheque', reference: '', chequeDate: '' } as const
  expect(checkCorrection(base, { ...typed, paidBy }, today)).toMatchObject({ ok: true })
})
