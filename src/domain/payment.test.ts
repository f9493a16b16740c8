import { describe, expect, it } from 'vitest'
import { aVoucher, day, rs } from '#test/builders.ts'
import { covers } from '#test/covers.ts'
import { paisa } from './money.ts'
import { paidInCash } from './payment-method.ts'
import {
  carryForward,
  correctReceipts,
  receivedNowErrors,
  receiveInAdvance,
  receivePayment,
  takenOverBy,
} from './payment.ts'

const payment = (amount: number) => ({ amount: rs(amount), expectedBalance: null })

describe('receiving a payment', () => {
  it.each([
    ['the whole balance', 5000, { balance: 0, paid: true }],
    ['part of the balance', 1999.5, { balance: rs(3000.5), paid: false }],
    ['more than the balance', 6000, { balance: rs(-1000), paid: true }],
  ])('accepts %s', (_, amount, value) => {
    covers('decisions 3.receipts.paid')

    expect(receivePayment(aVoucher(), null, payment(amount))).toMatchObject({ ok: true, value })
  })

  it.each([
    ['not posted', { posted: false }, 'voucher-not-posted'],
    ['paid', { paid: true }, 'voucher-already-paid'],
    ['carried to a posted voucher', { carriedTo: '5Red1-202612' }, 'voucher-carried'],
    [
      'carried and paid with the one that carries it',
      { carriedTo: '5Red1-202612', paid: true },
      'voucher-already-paid',
    ],
    ['replaced', { replacedBy: '5Red1-202611-2' }, 'voucher-replaced'],
  ])('is refused on a voucher that is %s', (_, state, code) => {
    const takenOver = 'carriedTo' in state ? state.carriedTo : null
    expect(receivePayment(aVoucher(state), takenOver, payment(5000))).toMatchObject({
      ok: false,
      refusal: { code },
    })
  })

  it('is refused when the balance has changed since the clerk saw it', () => {
    const seen = { amount: rs(5000), expectedBalance: rs(5000) }
    expect(receivePayment(aVoucher({ received: rs(1000) }), null, seen)).toMatchObject({
      refusal: { code: 'balance-changed', facts: { balance: paisa(400_000) } },
    })
    expect(receivePayment(aVoucher(), null, seen)).toMatchObject({ ok: true })
  })

  it('is refused for an amount of zero', () => {
    expect(receivePayment(aVoucher(), null, payment(0))).toMatchObject({
      refusal: { code: 'invalid', errors: [{ field: 'receivedAmount' }] },
    })
  })
})

describe('receiving in advance', () => {
  const paid = aVoucher({ received: rs(5000), paid: true })

  it('is accepted if nothing is due, and adds to an advance', () => {
    expect(receiveInAdvance(paid, payment(13_500))).toMatchObject({
      ok: true,
      value: { received: rs(18_500), balance: rs(-13_500), paid: true },
    })
    expect(receiveInAdvance(aVoucher({ received: rs(6000), paid: true }), payment(500))).toMatchObject({
      value: { balance: rs(-1500) },
    })
  })

  it('is refused if something is due, and names the voucher to pay', () => {
    expect(receiveInAdvance(aVoucher({ received: rs(4999.99) }), payment(500))).toMatchObject({
      refusal: { code: 'pay-the-voucher', facts: { voucherNo: aVoucher().voucherNo } },
    })
  })

  it('is refused for an amount of zero, and when the balance has changed', () => {
    expect(receiveInAdvance(paid, payment(0))).toMatchObject({
      refusal: { code: 'invalid', errors: [{ field: 'receivedAmount' }] },
    })
    expect(receiveInAdvance(paid, { amount: rs(1), expectedBalance: rs(-1) })).toMatchObject({
      refusal: { code: 'balance-changed', facts: { balance: 0 } },
    })
  })
})

describe('the payment with an admission', () => {
  it('is at most the total of the voucher, and may be 0', () => {
    expect(receivedNowErrors(undefined, aVoucher())).toEqual([])
    expect(receivedNowErrors(paisa(0), aVoucher())).toEqual([])
    expect(receivedNowErrors(rs(5000), aVoucher())).toEqual([])
    expect(receivedNowErrors(rs(5000.01), aVoucher())).toEqual([
      { field: 'receivedNow', message: 'At most 5,000, the total of the voucher' },
    ])
  })
})

describe('correcting a payment', () => {
  const cheque = { method: 'cheque', reference: '778812 HBL', chequeDate: null } as const
  const unreversed = [
    { ...paidInCash, receiptNo: 7, amount: rs(3000), receivedDate: day('2026-11-12') },
    { receiptNo: 9, amount: rs(2000), receivedDate: day('2026-11-20'), ...cheque },
  ]
  const paid = aVoucher({ received: rs(5000), paid: true })

  it('reverses every receipt not yet reversed and enters the given amount', () => {
    covers('decisions 3.corrections.edit-receipt')

    expect(correctReceipts(paid, null, unreversed, rs(4000))).toMatchObject({
      ok: true,
      value: {
        reversals: [
          { reverses: 7, amount: rs(-3000), method: 'cash' },
          { reverses: 9, amount: rs(-2000), ...cheque },
        ],
        receipt: rs(4000),
        received: rs(4000),
        balance: rs(1000),
        paid: false,
      },
    })
  })

  it('leaves only reversals if nothing was received', () => {
    expect(correctReceipts(paid, null, unreversed, paisa(0))).toMatchObject({
      value: { receipt: null, balance: rs(5000) },
    })
  })

  it('is refused once a later voucher is posted, and names that voucher', () => {
    covers('decisions 3.corrections.latest-only')

    const december = aVoucher({ voucherNo: '5Red1-202612', posted: false })
    const january = aVoucher({ voucherNo: '5Red1-202701' })
    expect(correctReceipts(paid, takenOverBy([december, january]), unreversed, rs(1))).toMatchObject({
      refusal: { code: 'voucher-not-latest', facts: { takenOverBy: '5Red1-202701' } },
    })
    expect(correctReceipts(paid, takenOverBy([december]), unreversed, rs(1))).toMatchObject({ ok: true })
  })
})

describe('a payment with unposted later vouchers (decisions 6.unposted)', () => {
  const november = aVoucher({ carriedTo: '5Red1-202612' })
  const december = aVoucher({
    voucherNo: '5Red1-202612',
    posted: false,
    arrears: rs(5000),
    carriedTo: '5Red1-202701',
  })
  const january = aVoucher({ voucherNo: '5Red1-202701', posted: false, arrears: rs(10_000) })
  const later = [december, january]

  it('is accepted on a voucher that unposted vouchers carry', () => {
    expect(takenOverBy(later)).toBeNull()
    expect(receivePayment(november, takenOverBy(later), payment(5000))).toMatchObject({
      value: { balance: 0, paid: true },
    })
  })

  it('is refused once a later voucher is posted, and names that voucher', () => {
    const posted = [december, { ...january, posted: true }]
    expect(receivePayment(november, takenOverBy(posted), payment(5000))).toMatchObject({
      refusal: { code: 'voucher-carried', facts: { carriedTo: '5Red1-202701' } },
    })
  })

  it.each([
    ['part of the debt', 2000, [3000, 8000], ['5Red1-202612', '5Red1-202701', null], [false, false, false]],
    ['the whole debt', 5000, [0, 5000], [null, '5Red1-202701', null], [true, false, false]],
    ['the debt and the next month', 10_000, [-5000, 0], [null, null, null], [true, true, false]],
    ['more than all three', 20_000, [-15_000, -10_000], [null, null, null], [true, true, true]],
  ])('is subtracted from the arrears of each later voucher: %s', (_, amount, arrears, carriedTo, paid) => {
    const received = rs(amount)
    const settled = carryForward(november, { received, adjusted: rs(0), balance: rs(5000 - amount) }, later)
    expect(settled.map(({ voucherNo }) => voucherNo)).toEqual([
      november.voucherNo,
      december.voucherNo,
      january.voucherNo,
    ])
    expect(settled.slice(1).map((changed) => changed.arrears)).toEqual(arrears.map(rs))
    expect(settled.map((changed) => changed.carriedTo)).toEqual(carriedTo)
    expect(settled.map((changed) => changed.paid)).toEqual(paid)
  })
})
