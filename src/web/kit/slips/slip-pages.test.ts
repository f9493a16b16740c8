import { describe, expect, test } from 'vitest'
import type { ReceiptSlip } from '#contract/slips.ts'
import { paidInCash } from '#domain/payment-method.ts'
import { day, rs } from '#test/builders.ts'
import { dayPages, slipPages } from './slip-pages.ts'

const slip = (receiptNo: number, overrides: Partial<ReceiptSlip> = {}): ReceiptSlip => ({
  receiptNo,
  kind: 'receipt',
  reverses: null,
  reversedBy: null,
  voucherNo: '5Red1-202611',
  feePeriod: { from: day('2026-11-01'), to: day('2026-11-30') },
  rollNo: 1,
  studentName: 'Ayesha Khan',
  fatherName: 'Imran Khan',
  studentClass: '5',
  section: 'Red',
  amount: rs(100),
  balanceAfter: rs(0),
  moved: null,
  receivedDate: day('2026-11-21'),
  receivedBy: 'desk@main.test',
  receivedByName: 'Sana',
  enteredAt: new Date('2026-11-21T04:00:00.000Z'),
  reason: '',
  ...paidInCash,
  ...overrides,
})
const slips = (count: number) => Array.from({ length: count }, (_, index) => slip(index + 1))
const numbers = (page: { readonly slips: readonly ReceiptSlip[] }) =>
  page.slips.map(({ receiptNo }) => receiptNo)

describe('receipts on paper', () => {
  test('are printed in order, three per A4 page or one per piece of the roll', () => {
    const pagesOn = (paper: Parameters<typeof slipPages>[1]) =>
      slipPages(slips(4), paper).map((page) => page.kind === 'slips' && numbers(page))
    expect(pagesOn('A4 third')).toEqual([[1, 2, 3], [4]])
    expect(pagesOn('80 mm roll')).toEqual([[1], [2], [3], [4]])
  })

  test.each([
    [1, [1]],
    [32, [32]],
    [33, [33, 0]],
    [42, [42, 0]],
    [100, [42, 42, 16]],
  ])('of a day, %i in number, fill pages of %j lines, with the totals at the end', (count, lines) => {
    const pages = dayPages(slips(count))
    expect(pages.map(({ rows }) => rows.length)).toEqual(lines)
    expect(pages.map(({ number, of }) => [number, of])).toEqual(
      lines.map((_, index) => [index + 1, lines.length]),
    )
    expect(pages.map(({ totals }) => totals?.all.net ?? null)).toEqual(
      lines.map((_, index) => (index === lines.length - 1 ? rs(100 * count) : null)),
    )
  })

  test('entered for other days come after the receipts of the day and are not in its totals', () => {
    const others = [
      slip(43, { amount: rs(-500), kind: 'reversal', reverses: 7 }),
      slip(44, { amount: rs(20) }),
    ]
    const [page, ...more] = dayPages(slips(2), others)
    expect(more).toEqual([])
    expect(page?.otherDays.map(({ receiptNo }) => receiptNo)).toEqual([43, 44])
    expect(page?.totals?.all.net).toBe(rs(200))
    expect(page?.totals?.otherDays).toMatchObject({ receipts: 1, reversals: 1, net: rs(-480) })
    // The heading takes three lines and the reversal two: after 37 receipts, only one of the others fits on the page.
    expect(dayPages(slips(37), others).map(({ otherDays }) => otherDays.length)).toEqual([1, 1])
    const [withRefund] = dayPages(slips(2), [], [{ method: 'bank', amount: rs(1500) }])
    expect(withRefund?.totals).toMatchObject({ all: { net: rs(200) }, refunds: 'Bank 1,500' })
    expect(dayPages([], others).map(({ totals }) => totals?.all.net)).toEqual([rs(0)])
  })

  test('with long names take two lines of the day sheet', () => {
    const pages = dayPages(
      slips(42).map((line) => ({ ...line, studentName: 'Muhammad Abdul Rahman Siddiqui' })),
    )
    expect(pages.map(({ rows }) => rows.length)).toEqual([21, 21, 0])
  })

  test('are totalled by method, on additional lines, unless all of them are cash', () => {
    expect(dayPages(slips(32))[0]?.totals?.methods).toEqual([])
    const cheque = { method: 'cheque', reference: '778812 HBL' } as const
    const pages = dayPages([...slips(30), slip(31, { ...cheque, amount: rs(900) })])
    expect(pages.map(({ rows }) => rows.length)).toEqual([31, 0])
    expect(pages[1]?.totals?.methods.map(({ group, receipts, net }) => [group, receipts, net])).toEqual([
      ['Cash', 30, rs(3000)],
      ['Cheque', 1, rs(900)],
    ])
  })

  test('show the name of the receiver, not the user id', () => {
    const [page] = dayPages([
      slip(1),
      slip(2, { receivedBy: 'office@main.test', receivedByName: 'Bilal', amount: rs(250) }),
    ])
    expect(page?.totals?.receivers.map(({ group }) => group)).toEqual(['Bilal', 'Sana'])
  })

  test('have separate totals for two receivers with the same name', () => {
    const [page] = dayPages([slip(1), slip(2, { receivedBy: 'office@main.test', amount: rs(250) })])
    expect(page?.totals?.receivers.map(({ group, net }) => [group, net])).toEqual([
      ['Sana (desk@main.test)', rs(100)],
      ['Sana (office@main.test)', rs(250)],
    ])
  })
})
