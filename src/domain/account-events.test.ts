import { describe, expect, it } from 'vitest'
import { rs } from '#test/builders.ts'
import { accountEvents } from './account-events.ts'
import { calendarDate, type CalendarDate } from './calendar.ts'
import { nothing } from './money.ts'
import { paidInCash } from './payment-method.ts'
import {
  withRunningBalance,
  type AccountReceipt,
  type AccountSources,
  type AccountVoucher,
  type Repricing,
} from './student-account.ts'

const day = (text: string): CalendarDate => {
  const date = calendarDate(text)
  if (!date) throw new Error(`No date: ${text}`)
  return date
}

const october: AccountVoucher = {
  voucherNo: '5Red1-202610',
  kind: 'monthly',
  month: { year: 2026, month: 10 },
  issueDate: day('2026-10-01'),
  generatedAt: new Date('2026-10-01T05:00:00.000Z'),
  generatedBy: 'office',
  postedAt: new Date('2026-10-01T05:00:00.000Z'),
  note: '',
  carriedTo: null,
  replacedBy: null,
  voiding: null,
  monthlyFee: rs(5000),
  discount: rs(500),
  registrationFee: nothing,
  admissionFee: nothing,
  examinationFee: nothing,
  fine: nothing,
  arrears: nothing,
  received: nothing,
  adjusted: nothing,
}
const november: AccountVoucher = {
  ...october,
  voucherNo: '5Red1-202611',
  month: { year: 2026, month: 11 },
  issueDate: day('2026-11-01'),
  generatedAt: new Date('2026-11-01T05:00:00.000Z'),
  postedAt: new Date('2026-11-01T05:00:00.000Z'),
}
const aReceipt: AccountReceipt = {
  voucherNo: october.voucherNo,
  receiptNo: 7,
  reverses: null,
  amount: rs(1000),
  receivedDate: day('2026-10-05'),
  receivedBy: 'desk',
  enteredAt: new Date('2026-10-06T05:00:00.000Z'),
  ...paidInCash,
  reason: '',
}
const aRepricing: Repricing = {
  voucherNo: october.voucherNo,
  before: rs(4000),
  after: rs(4500),
  changedOn: day('2026-10-03'),
  changedBy: 'office',
  changedAt: new Date('2026-10-03T05:00:00.000Z'),
}

const eventsOf = (
  vouchers: AccountSources['vouchers'],
  receipts: AccountSources['receipts'] = [],
  repricings: AccountSources['repricings'] = [],
  adjustments: AccountSources['adjustments'] = [],
) => accountEvents({ vouchers, receipts, repricings, adjustments })

describe("the events of a student's account", () => {
  it('are empty before the first voucher', () => {
    expect(eventsOf([], [])).toEqual([])
  })

  it('add the amount of a voucher to the balance, without the arrears that it carries', () => {
    expect(eventsOf([{ ...october, arrears: rs(9999), note: 'with sports fee' }], [])).toEqual([
      {
        kind: 'voucher',
        date: '2026-10-01',
        enteredAt: new Date('2026-10-01T05:00:00.000Z'),
        who: 'office',
        voucherNo: '5Red1-202610',
        receiptNo: null,
        adjustmentNo: null,
        reverses: null,
        method: null,
        reference: '',
        chequeDate: null,
        other: null,
        note: 'October 2026; with sports fee',
        amount: rs(4500),
        counts: true,
      },
    ])
    expect(eventsOf([{ ...october, kind: 'admission' }], [])).toMatchObject([
      { note: 'Admission; October 2026' },
    ])
  })

  it('add the balance that an opening voucher brought, which may be an advance', () => {
    const opening = { ...october, monthlyFee: rs(0), discount: rs(0), kind: 'opening' as const }
    const note = 'Opening balance as of 31 Oct 2026'
    for (const arrears of [rs(7500), rs(-3000)]) {
      expect(withRunningBalance(eventsOf([{ ...opening, arrears, note }]))).toMatchObject([
        { kind: 'opening', note, amount: arrears, balance: arrears },
      ])
    }
  })

  it('subtract a receipt on its date and add a reversal back', () => {
    const receipts = [
      aReceipt,
      { ...aReceipt, receiptNo: 8, reverses: 7, amount: rs(-1000), reason: 'typing mistake' },
      { ...aReceipt, receiptNo: 9, amount: rs(100), reason: 'typing mistake' },
    ]
    expect(eventsOf([{ ...october, received: rs(100) }], receipts).slice(1)).toMatchObject([
      { kind: 'receipt', date: '2026-10-05', who: 'desk', receiptNo: 7, amount: rs(-1000), note: '' },
      { kind: 'reversal', receiptNo: 8, amount: rs(1000), note: 'Cancels receipt 7; typing mistake' },
      { kind: 'receipt', receiptNo: 9, amount: rs(-100), note: 'typing mistake' },
    ])
  })

  it('show a re-priced voucher with its original amount, and the difference when it changed', () => {
    const later = {
      ...aRepricing,
      before: rs(4500),
      after: rs(4250),
      changedAt: new Date('2026-10-07T05:00:00.000Z'),
    }
    const events = eventsOf(
      [{ ...october, discount: rs(750), received: rs(1000) }],
      [aReceipt],
      [aRepricing, later],
    )
    expect(withRunningBalance(events)).toMatchObject([
      { kind: 'voucher', amount: rs(4000), balance: rs(4000) },
      { kind: 're-priced', amount: rs(500), note: 'From 4,000 to 4,500', date: '2026-10-03' },
      { kind: 'receipt', balance: rs(3500) },
      { kind: 're-priced', amount: rs(-250), balance: rs(3250) },
    ])
  })

  it('show a carried balance without an amount, with the voucher that carries it', () => {
    const carried = { ...october, received: rs(1000), carriedTo: november.voucherNo }
    const events = eventsOf([carried, { ...november, arrears: rs(3500) }], [aReceipt], [])
    expect(withRunningBalance(events).slice(2)).toMatchObject([
      {
        kind: 'carried',
        date: '2026-11-01',
        voucherNo: '5Red1-202610',
        other: '5Red1-202611',
        note: 'Balance of 3,500 carried forward',
        amount: nothing,
        balance: rs(3500),
      },
      { kind: 'voucher', voucherNo: '5Red1-202611', amount: rs(4500), balance: rs(8000) },
    ])
  })

  it('do not carry a balance forward from a paid voucher', () => {
    const paid = { ...october, received: rs(4500) }
    expect(eventsOf([paid, november], [{ ...aReceipt, amount: rs(4500) }])).toMatchObject([
      { kind: 'voucher' },
      { kind: 'receipt' },
      { kind: 'voucher', voucherNo: '5Red1-202611' },
    ])
  })

  it('subtract the charges of a replaced voucher and keep what was received on it', () => {
    const replacement = {
      ...november,
      voucherNo: '5Red1-202611-2',
      generatedAt: new Date('2026-11-08T05:00:00.000Z'),
      monthlyFee: rs(4000),
      arrears: rs(2500),
    }
    const vouchers = [
      { ...october, carriedTo: replacement.voucherNo },
      { ...november, arrears: rs(4500), received: rs(2000), replacedBy: replacement.voucherNo },
      replacement,
    ]
    const enteredAt = new Date('2026-11-06T05:00:00.000Z')
    const receipts = [{ ...aReceipt, voucherNo: november.voucherNo, amount: rs(2000), enteredAt }]
    expect(withRunningBalance(eventsOf(vouchers, receipts))).toMatchObject([
      { kind: 'voucher', balance: rs(4500) },
      { kind: 'carried', voucherNo: '5Red1-202610', other: '5Red1-202611' },
      { kind: 'voucher', voucherNo: '5Red1-202611', balance: rs(9000) },
      { kind: 'receipt', balance: rs(7000) },
      { kind: 'replaced', voucherNo: '5Red1-202611', other: '5Red1-202611-2', amount: rs(-4500) },
      { kind: 'voucher', voucherNo: '5Red1-202611-2', amount: rs(3500), balance: rs(6000) },
    ])
  })

  it('keep the position of a draft when the posted voucher that carried it is replaced', () => {
    const draft = { ...october, postedAt: null, carriedTo: november.voucherNo }
    const posted = { ...november, arrears: rs(4500) }
    const at = new Date('2026-11-08T05:00:00.000Z')
    const replacement = { ...posted, voucherNo: '5Red1-202611-2', generatedAt: at, postedAt: at }
    const lines = [
      { kind: 'carried', voucherNo: '5Red1-202610', other: '5Red1-202611' },
      { kind: 'voucher', voucherNo: '5Red1-202611', balance: rs(9000) },
    ]
    const firstLine = { kind: 'voucher', voucherNo: '5Red1-202610', balance: rs(4500) }
    expect(withRunningBalance(eventsOf([draft, posted]))).toMatchObject([firstLine, ...lines])
    const replaced = [
      { ...draft, carriedTo: replacement.voucherNo },
      { ...posted, replacedBy: replacement.voucherNo },
      replacement,
    ]
    const laterLines = [
      { kind: 'replaced', balance: rs(4500) },
      { kind: 'voucher', balance: rs(9000) },
    ]
    expect(withRunningBalance(eventsOf(replaced))).toMatchObject([firstLine, ...lines, ...laterLines])
  })

  it('list a late payment after the unposted voucher that had carried the whole balance forward', () => {
    const late = { ...aReceipt, amount: rs(1500), enteredAt: new Date('2026-11-20T05:00:00.000Z') }
    for (const carriedTo of [november.voucherNo, null]) {
      const amount = carriedTo ? late.amount : rs(4500)
      const vouchers = [{ ...october, received: amount, carriedTo }, november]
      const events = withRunningBalance(eventsOf(vouchers, [{ ...late, amount }], []))
      expect(events).toMatchObject([
        { kind: 'voucher', balance: rs(4500) },
        { kind: 'carried', note: 'Balance of 4,500 carried forward' },
        { kind: 'voucher', balance: rs(9000) },
        { kind: 'receipt', voucherNo: october.voucherNo, balance: carriedTo ? rs(7500) : rs(4500) },
      ])
    }
  })

  it('keep the balance that the second of three vouchers carried before a payment on the first voucher', () => {
    const enteredAt = new Date('2026-12-20T05:00:00.000Z')
    const december = {
      ...november,
      voucherNo: '5Red1-202612',
      generatedAt: new Date('2026-12-01T05:00:00.000Z'),
    }
    const vouchers = [
      { ...october, received: rs(1500), carriedTo: november.voucherNo },
      { ...november, arrears: rs(3000), carriedTo: december.voucherNo },
      { ...december, arrears: rs(7500) },
    ]
    const events = eventsOf(vouchers, [{ ...aReceipt, amount: rs(1500), enteredAt }], [])
    expect(events.filter(({ kind }) => kind === 'carried').map(({ note }) => note)).toEqual([
      'Balance of 4,500 carried forward',
      'Balance of 9,000 carried forward',
    ])
  })

  it('keep the order of the vouchers for events of the same instant', () => {
    const at = new Date('2026-11-01T05:00:00.000Z')
    const vouchers = [{ ...october, generatedAt: at, carriedTo: november.voucherNo }, november]
    const kinds = eventsOf(vouchers, [{ ...aReceipt, enteredAt: at }]).map(({ kind }) => kind)
    expect(kinds).toEqual(['voucher', 'receipt', 'carried', 'voucher'])
  })
})
