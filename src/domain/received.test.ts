import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rs } from '#test/builders.ts'
import { calendarDate, type CalendarDate } from './calendar.ts'
import { opposite, paisa, sum, type Money } from './money.ts'
import {
  receiptRemark,
  receivedBy,
  receivedByPeriod,
  receivedTotals,
  type ReceiptLine,
  type ReceivedTotals,
} from './received.ts'

const day = (text: string): CalendarDate => calendarDate(text) ?? expect.unreachable(text)

const aReceipt: fc.Arbitrary<ReceiptLine> = fc.record({
  kind: fc.constant('receipt' as const),
  amount: fc.integer({ min: 1, max: 999_999_999 }).map(paisa),
  receivedDate: fc.constantFrom('2026-11-20', '2026-11-21', '2026-12-01').map(day),
  receivedBy: fc.constantFrom('desk@main.test', 'office@main.test'),
})
/** Receipts, some of which are reversed on a later day. */
const aBook = fc
  .array(fc.tuple(aReceipt, fc.boolean()), { maxLength: 30 })
  .map((rows) =>
    rows.flatMap(([receipt, isTakenBack]) => (isTakenBack ? [receipt, reversalOf(receipt)] : [receipt])),
  )

const reversalOf = (receipt: ReceiptLine): ReceiptLine => ({
  kind: 'reversal',
  amount: opposite(receipt.amount),
  receivedDate: day('2026-12-02'),
  receivedBy: 'office@main.test',
})

const addTotals = (groups: readonly ReceivedTotals[]): ReceivedTotals => ({
  receipts: groups.reduce((count, { receipts }) => count + receipts, 0),
  received: sum(...groups.map(({ received }) => received)),
  reversals: groups.reduce((count, { reversals }) => count + reversals, 0),
  reversed: sum(...groups.map(({ reversed }) => reversed)),
  net: sum(...groups.map(({ net }) => net)),
})
const totalsOf = ({ receipts, received, reversals, reversed, net }: ReceivedTotals): ReceivedTotals => ({
  receipts,
  received,
  reversals,
  reversed,
  net,
})

describe('received amounts', () => {
  it('have the same total by day and by receiver, to the paisa', () => {
    fc.assert(
      fc.property(aBook, (book) => {
        const total = receivedTotals(book)
        expect(total.net).toBe(sum(...book.map(({ amount }) => amount)))
        expect(addTotals(receivedBy(book, ({ receivedDate }) => receivedDate).map(totalsOf))).toEqual(total)
        expect(addTotals(receivedBy(book, ({ receivedBy: who }) => who).map(totalsOf))).toEqual(total)
      }),
    )
  })

  it('subtract a reversal and still list it', () => {
    fc.assert(
      fc.property(aBook, aReceipt, (book, receipt) => {
        const before = receivedTotals(book)
        const after = receivedTotals([...book, receipt, reversalOf(receipt)])
        expect(after).toEqual({
          receipts: before.receipts + 1,
          received: sum(before.received, receipt.amount),
          reversals: before.reversals + 1,
          reversed: sum(before.reversed, opposite(receipt.amount)),
          net: before.net,
        })
      }),
    )
  })

  it('are grouped by name in order, each group with its own totals', () => {
    const line = (receivedDate: string, amount: Money): ReceiptLine => ({
      kind: amount < 0 ? 'reversal' : 'receipt',
      amount,
      receivedDate: day(receivedDate),
      receivedBy: 'desk@main.test',
    })
    const book = [line('2026-11-21', rs(500)), line('2026-11-20', rs(70.5)), line('2026-11-21', rs(-500))]
    expect(receivedBy(book, ({ receivedDate }) => receivedDate)).toEqual([
      { group: '2026-11-20', receipts: 1, received: 7050, reversals: 0, reversed: 0, net: 7050 },
      { group: '2026-11-21', receipts: 1, received: 50_000, reversals: 1, reversed: -50_000, net: 0 },
    ])
    expect(receivedBy([], () => '')).toEqual([])
  })

  it('have a remark with the reversed receipt, the reason, and the date of entry if it differs', () => {
    const enteredAt = new Date('2026-11-21T00:10:00+05:00')
    const remark = { reverses: 12, reason: 'wrong amount', receivedDate: day('2026-11-20'), enteredAt }
    expect(receiptRemark(remark)).toBe('Reversal of no. 12; wrong amount; entered 21 Nov 2026')
    expect(receiptRemark({ ...remark, reverses: null, reason: '', receivedDate: day('2026-11-21') })).toBe('')
  })
})

describe('received amounts by period', () => {
  const line = (date: string, amount: number, kind: ReceiptLine['kind'] = 'receipt'): ReceiptLine => ({
    kind,
    amount: rs(amount),
    receivedDate: day(date),
    receivedBy: 'desk@main.test',
  })

  it('have every day between the first and the last, with reversals deducted', () => {
    const days = [line('2026-11-22', 300), line('2026-11-20', 100.5), line('2026-11-22', -50, 'reversal')]
    expect(receivedByPeriod(days)).toEqual([
      { from: '2026-11-20', to: '2026-11-20', net: rs(100.5) },
      { from: '2026-11-21', to: '2026-11-21', net: 0 },
      { from: '2026-11-22', to: '2026-11-22', net: rs(250) },
    ])
  })

  it('have whole months if there are more than 62 days', () => {
    expect(receivedByPeriod([line('2026-09-30', 1), line('2026-11-30', 2)])).toHaveLength(62)
    expect(receivedByPeriod([line('2026-09-29', 1), line('2026-11-30', 2)])).toEqual([
      { from: '2026-09-01', to: '2026-09-30', net: rs(1) },
      { from: '2026-10-01', to: '2026-10-31', net: 0 },
      { from: '2026-11-01', to: '2026-11-30', net: rs(2) },
    ])
    expect(receivedByPeriod([])).toEqual([])
  })

  it('add up to the total', () => {
    fc.assert(
      fc.property(aBook, (book) => {
        const periods = receivedByPeriod(book)
        expect(sum(...periods.map(({ net }) => net))).toBe(receivedTotals(book).net)
      }),
    )
  })
})
