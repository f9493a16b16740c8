import { describe, expect, it, test } from 'vitest'
import type { AccountEventReply } from '#contract/student-account.ts'
import { day, rs } from '#test/builders.ts'
import { accountLines, balanceWords, linesOnPaper, printedAccount } from './account-lines.ts'

const today = day('2026-11-21')

const event = (named: Partial<AccountEventReply>): AccountEventReply => ({
  kind: 'voucher',
  date: day('2026-11-01'),
  enteredAt: new Date('2026-11-01T04:00:00.000Z'),
  who: 'office@main.test',
  whoName: 'office clerk',
  voucherNo: '5Red1-202611',
  receiptNo: null,
  adjustmentNo: null,
  reverses: null,
  method: null,
  reference: '',
  chequeDate: null,
  other: null,
  note: '',
  amount: rs(4500),
  balance: rs(4500),
  ...named,
})

test.each([
  [9000, 'Rs 9,000'],
  [0.5, 'Rs 0.50'],
  [-500, 'Rs 500 paid in advance'],
  [0, 'Fully paid.'],
])('a balance of %d reads %s', (balance, words) => {
  expect(balanceWords(rs(balance))).toBe(words)
})

describe('a line of the account', () => {
  const lineOf = (named: Partial<AccountEventReply>) => accountLines([event(named)])[0]

  it('has the number of the voucher, or of the receipt', () => {
    expect(lineOf({ note: 'November 2026' })).toMatchObject({
      date: '1 Nov 2026',
      what: 'Voucher',
      number: '5Red1-202611',
      note: 'November 2026',
    })
    expect(lineOf({ kind: 'receipt', receiptNo: 12, amount: rs(-4500), balance: rs(0) })).toMatchObject({
      what: 'Receipt',
      number: 'No. 12',
      amount: rs(-4500),
    })
  })

  it('names the voucher to which a balance went, and the voucher that replaced another', () => {
    expect(
      lineOf({ kind: 'carried', other: '5Red1-202612', note: 'Balance of 1', amount: rs(0) }),
    ).toMatchObject({
      note: 'to 5Red1-202612',
      movesNothing: true,
    })
    expect(lineOf({ kind: 'replaced', other: '5Red1-202611-2', note: 'Taken off' })?.note).toBe(
      'by 5Red1-202611-2; Taken off',
    )
  })
})

describe('the account on paper', () => {
  /** A voucher of 100 in each month, the newest in November 2026. */
  const vouchers = (count: number) =>
    accountLines(
      Array.from({ length: count }, (_, index) => {
        const month = 2026 * 12 + 10 - (count - 1 - index)
        const date = day(`${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}-01`)
        return event({ date, amount: rs(100), balance: rs(100 * (index + 1)) })
      }),
    )

  it('has all lines of a short account', () => {
    const lines = vouchers(24)
    expect(printedAccount(lines, today)).toEqual({ lines, leftOut: 0, broughtForward: null })
  })

  it('leaves out lines older than 24 months and brings their balance forward', () => {
    const printed = printedAccount(vouchers(30), today)
    expect(printed.lines[0]?.date).toBe('1 Dec 2024')
    expect(printed).toMatchObject({ leftOut: 6, broughtForward: rs(600) })
    expect(printed.lines.at(-1)?.balance).toBe(rs(3000))
  })

  it('leaves out carries, because the balances are right without them', () => {
    const carry = event({ kind: 'carried', other: '5Red1-202612', amount: rs(0), balance: rs(4500) })
    expect(printedAccount(accountLines([event({}), carry]), today).lines).toHaveLength(1)
  })

  it('never has more lines than the page', () => {
    const busy = accountLines(
      Array.from({ length: 90 }, (_, index) => event({ balance: rs(4500 * (index + 1)) })),
    )
    const printed = printedAccount(busy, today)
    expect(printed.lines).toHaveLength(linesOnPaper)
    expect(printed).toMatchObject({
      leftOut: 90 - linesOnPaper,
      broughtForward: rs(4500 * (90 - linesOnPaper)),
    })
  })

  it('shows the last line of a dormant account', () => {
    const old = accountLines([
      event({ date: day('2019-01-01') }),
      event({ date: day('2019-02-01'), balance: rs(9000) }),
    ])
    expect(printedAccount(old, today)).toMatchObject({ leftOut: 1, broughtForward: rs(4500) })
    expect(printedAccount([], today)).toEqual({ lines: [], leftOut: 0, broughtForward: null })
  })
})
