import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aVoucher, rs } from '#test/builders.ts'
import { covers } from '#test/covers.ts'
import { addMonths, calendarDate, lastOfMonth, monthOf, type CalendarDate } from './calendar.ts'
import { noOneTimeFees } from './fee.ts'
import { paisa } from './money.ts'
import { netBalance, thisMonth } from './voucher-amounts.ts'
import {
  broughtIn,
  openingVoucher,
  openVoucher,
  replaceVoucher,
  repriceVoucher,
  voucherDates,
  voucherToReprice,
  willBeCarried,
} from './voucher.ts'

const day = (text: string): CalendarDate => calendarDate(text) ?? ('' as CalendarDate) // all dates below are real
const fees = { monthlyFee: rs(5000), discount: rs(500), ...noOneTimeFees }

describe('voucher dates', () => {
  it('default to today, ten days later and the current month', () => {
    covers('spec 5.new-admission.dates')

    expect(voucherDates({}, day('2026-11-21'))).toEqual({
      issueDate: '2026-11-21',
      dueDate: '2026-12-01',
      periodFrom: '2026-11-01',
      periodTo: '2026-11-30',
    })
  })

  it('move an end before the start to the start', () => {
    const given = {
      issueDate: day('2026-11-21'),
      dueDate: day('2026-11-01'),
      periodFrom: day('2026-11-10'),
      periodTo: day('2026-11-09'),
    }
    expect(voucherDates(given, day('2026-11-21'))).toMatchObject({
      dueDate: '2026-11-21',
      periodTo: '2026-11-10',
    })
  })
})

describe('a new voucher', () => {
  it('carries the unpaid balance of the latest one', () => {
    covers('decisions 3.arrears.new-voucher')

    const latest = aVoucher({ received: rs(2000) })
    expect(openVoucher(fees, latest)).toMatchObject({ arrears: rs(3000), paid: false })
    expect(willBeCarried(latest)).toBe(true)
  })

  it('carries an advance, and is paid from the start if the advance covers it', () => {
    const latest = aVoucher({ received: rs(9500), paid: true })
    expect(openVoucher(fees, latest)).toMatchObject({ arrears: rs(-4500), paid: true })
    expect(willBeCarried(latest)).toBe(false)
  })

  it('carries nothing if it is the first', () => {
    covers('decisions 3.arrears.new-voucher')

    expect(openVoucher(fees, null)).toMatchObject({ arrears: 0, paid: false })
    expect(willBeCarried(null)).toBe(false)
  })
})

describe('the latest voucher', () => {
  it('is re-priced and keeps its arrears and receipts', () => {
    const voucher = aVoucher({ arrears: rs(100), received: rs(1000) })
    const repriced = { monthlyFee: rs(800), discount: paisa(0), ...noOneTimeFees }
    expect(repriceVoucher(voucher, voucher.voucherNo, repriced)).toMatchObject({
      value: { arrears: rs(100), monthlyFee: rs(800), paid: true },
    })
    expect(repriceVoucher({ ...voucher, paid: true }, voucher.voucherNo, fees)).toMatchObject({
      refusal: { code: 'voucher-already-paid' },
    })
  })

  it('is replaced without losing arrears, one-time fees or receipts', () => {
    const voucher = aVoucher({ arrears: rs(100), received: rs(1000), examinationFee: rs(300) })
    const outcome = replaceVoucher(voucher, voucher.voucherNo, { ...fees, admissionFee: rs(50) })
    expect(outcome).toMatchObject({
      value: { arrears: rs(-900), examinationFee: rs(300), admissionFee: rs(50), discount: rs(500) },
    })
    const balance = outcome.ok
      ? netBalance({ ...outcome.value, received: paisa(0), adjusted: paisa(0) })
      : null
    expect(balance).toBe(rs(100 + 4500 + 300 + 50 - 1000))
    expect(replaceVoucher({ ...voucher, replacedBy: 'x' }, voucher.voucherNo, fees)).toMatchObject({
      refusal: { code: 'voucher-replaced' },
    })
  })
})

describe('an opening voucher', () => {
  const asOf = day('2026-10-31')

  it('is due at the end of its month, and has a note', () => {
    expect(openingVoucher(rs(7500), asOf)).toMatchObject({
      kind: 'opening',
      chainNo: 1,
      month: { year: 2026, month: 10 },
      issueDate: '2026-10-31',
      dueDate: '2026-10-31',
      periodFrom: '2026-10-01',
      periodTo: '2026-10-31',
      arrears: rs(7500),
      paid: false,
      posted: true,
      note: 'Opening balance as of 31 Oct 2026',
      runNo: null,
    })
  })

  it('charges nothing, has the opening balance, and is paid if the balance is an advance', () => {
    const balances = fc.integer({ min: -999_999_999, max: 999_999_999 }).filter((balance) => balance !== 0)
    fc.assert(
      fc.property(balances.map(paisa), fc.nat(240), (balance, monthsAgo) => {
        const end = lastOfMonth(addMonths({ year: 2026, month: 10 }, -monthsAgo))
        const opening = openingVoucher(balance, end)
        const account = { ...opening, received: paisa(0), adjusted: paisa(0) }
        expect(thisMonth(opening)).toBe(0)
        expect([netBalance(account), broughtIn(opening)]).toEqual([balance, balance])
        expect(opening.paid).toBe(balance < 0)
        expect([opening.month, opening.dueDate, opening.periodTo]).toEqual([monthOf(end), end, end])
        expect(openVoucher(fees, account).arrears).toBe(balance)
        expect(willBeCarried(opening)).toBe(balance > 0)
      }),
    )
  })

  it('is neither replaced nor re-priced: other fees wait for the next voucher', () => {
    const opening = aVoucher({ ...openingVoucher(rs(7500), asOf), voucherNo: '5Red1open' })
    expect(replaceVoucher(opening, opening.voucherNo, fees)).toMatchObject({
      refusal: { code: 'voucher-exists', facts: { voucherNo: '5Red1open' } },
    })
    expect(repriceVoucher(opening, opening.voucherNo, fees)).toMatchObject({
      refusal: { code: 'voucher-charges-nothing' },
    })
    expect(voucherToReprice(opening)).toBeNull()
    const [unpaid, paid] = [aVoucher(), aVoucher({ paid: true })]
    expect([voucherToReprice(unpaid), voucherToReprice(paid), voucherToReprice(null)]).toEqual([
      unpaid,
      null,
      null,
    ])
  })
})
