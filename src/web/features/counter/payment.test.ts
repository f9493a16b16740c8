import { describe, expect, test } from 'vitest'
import { receivePayment, type FoundVoucher } from '#contract/counter.ts'
import { toWire } from '#contract/wire.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import { aVoucher, day, rs } from '#test/builders.ts'
import { paymentBody, readPaidBy, typedCash } from '#web/kit/receiving/payment-input.ts'
import { checkPayment, consequence, monthsOwed, quickAmounts, scannedInto } from './payment.ts'

const today = day('2026-11-21')

/** A voucher of 4,500, with the same amount in arrears. */
const voucher = { ...aVoucher({ discount: rs(500), arrears: rs(4500) }), monthGenerated: 11 }

const errorsOf = (amount: string, receivedDate: CalendarDate | '' = today) => {
  const checked = checkPayment({ amount, receivedDate, paidBy: typedCash }, today)
  return checked.ok ? {} : checked.errors
}

describe('a payment in advance', () => {
  const paid = {
    ...aVoucher({ discount: rs(500), received: rs(4500), paid: true }),
    monthGenerated: 11,
    unpaid: [],
  }

  test('is a payment on a voucher without an amount due', () => {
    expect(consequence(paid, '13500')).toBe('Rs 13,500 will be paid in advance')
    expect(consequence({ ...paid, received: rs(5000) }, '500')).toBe('Rs 1,000 will be paid in advance')
  })

  test('is suggested for one month and for three, without a shortcut', () => {
    expect(quickAmounts(paid, today)).toEqual([
      { label: '1 month', key: null, amount: rs(4500) },
      { label: '3 months', key: null, amount: rs(13_500) },
    ])
    expect(quickAmounts({ ...paid, discount: rs(5000), received: rs(0) }, today)).toEqual([])
  })
})

describe('the method of a payment', () => {
  const cheque = { method: 'cheque', reference: ' 778812 HBL ', chequeDate: '' } as const

  test('is sent with its reference, and without the fields of other methods', () => {
    const checked = checkPayment({ amount: '9000', receivedDate: today, paidBy: cheque }, today)
    const body = checked.ok ? paymentBody(checked.payment, rs(9000), 'office') : undefined
    expect(body).toMatchObject({ method: 'cheque', reference: '778812 HBL' })
    expect(readPaidBy({ ...cheque, method: 'cash', chequeDate: today })).toEqual({
      method: 'cash',
      reference: '',
      chequeDate: null,
    })
  })

  test('a cheque without its number is refused at its field', () => {
    const paidBy = { ...cheque, reference: ' ' }
    expect(checkPayment({ amount: '9000', receivedDate: today, paidBy }, today)).toEqual({
      ok: false,
      errors: { reference: 'Enter the number of the cheque and its bank' },
    })
  })
})

describe('an entry at the counter', () => {
  test.each([
    ['', 'Not an amount: enter rupees, such as 4,500 or 4,500.50'],
    ['four', 'Not an amount: enter rupees, such as 4,500 or 4,500.50'],
    ['-5', 'Not an amount: enter rupees, such as 4,500 or 4,500.50'],
    ['1.005', 'Not an amount: enter rupees, such as 4,500 or 4,500.50'],
    ['0', 'The amount must be more than 0'],
    ['10000000', 'At most 9,999,999.99'],
  ])('the amount "%s" is refused at its field: %s', (amount, words) => {
    expect(errorsOf(amount)).toEqual({ receivedAmount: words })
  })

  test('a missing and a future date are refused at their field, both fields at once', () => {
    expect(errorsOf('9000', '')).toEqual({ receivedDate: 'Enter the date on which it was received' })
    expect(errorsOf('9000', day('2026-11-22'))).toEqual({ receivedDate: 'Date cannot be in the future' })
    expect(Object.keys(errorsOf('', ''))).toEqual(['receivedAmount', 'receivedDate'])
  })

  test('a payment is sent in rupees with the balance that the clerk saw', () => {
    const checked = checkPayment({ amount: '4,500.50', receivedDate: today, paidBy: typedCash }, today)
    const body = checked.ok ? paymentBody(checked.payment, rs(9000), 'office@main.demo') : undefined
    expect(toWire(receivePayment.body, body)).toEqual({
      receivedBy: 'office@main.demo',
      receivedDate: '2026-11-21',
      receivedAmount: 4500.5,
      method: 'cash',
      expectedBalance: 9000,
    })
  })

  test.each([
    ['9,000', 'Pays everything up to November'],
    ['7500', 'Part payment: Rs 1,500 will be left'],
    ['9500', 'Rs 500 more than is due: paid in advance'],
    ['0', ''],
    ['nine', ''],
  ])('the screen shows the effect of %s before it is received: %s', (amount, words) => {
    expect(consequence(voucher, amount)).toBe(words)
  })

  const month = (number: number, unpaid: number) => ({
    year: 2026,
    month: number,
    dueDate: day(`2026-${number}-11`),
    amount: rs(4500),
    unpaid: rs(unpaid),
  })

  test('suggests the full amount, and also what is overdue, or the arrears, and this month if they are parts of it', () => {
    const offered = (named: Parameters<typeof aVoucher>[0], unpaid: FoundVoucher['unpaid'], on = today) =>
      quickAmounts({ ...aVoucher({ discount: rs(500), ...named }), monthGenerated: 11, unpaid }, on).map(
        ({ label, amount }) => [label, amount],
      )
    expect(offered({ arrears: rs(4500) }, [month(10, 4500), month(11, 4500)])).toEqual([
      ['Full', rs(9000)],
      ['Arrears', rs(4500)],
      ['November', rs(4500)],
    ])
    // Half of the arrears was received, and November is not due yet.
    const half = { arrears: rs(4500), received: rs(2250) }
    expect(offered(half, [month(10, 2250), month(11, 4500)], day('2026-11-05'))).toEqual([
      ['Full', rs(6750)],
      ['Overdue', rs(2250)],
      ['November', rs(4500)],
    ])
    expect(offered({ arrears: rs(4500), received: rs(5000) }, [])).toEqual([['Full', rs(4000)]])
    expect(offered({}, [month(11, 4500)])).toEqual([['Full', rs(4500)]])
  })

  test('lists the months only on the voucher that they add up to', () => {
    const unpaid = [month(10, 4000), month(11, 4500)]
    const debt = { ...voucher, monthGenerated: 11, unpaid }
    expect(monthsOwed({ ...debt, received: rs(500) })).toEqual(unpaid)
    expect(monthsOwed(debt)).toEqual([])
  })

  test.each(['5Red1023-202611', 'PlayGroupBlue7adm', '10Hifz12-202611-2', '9,0005Red1023-202611'])(
    'a voucher number scanned into the amount is recognised: %s',
    (text) => expect(scannedInto(text)).toBe(true),
  )
  test.each(['9000', '9,000.50', '5000rs', 'nine', '', '12-202611'])('"%s" is not a scan', (text) =>
    expect(scannedInto(text)).toBe(false),
  )
})
