// The lists of the ledger agree (decisions 3.books). Each list equals its rule, so only the rules are added up.

import { expect } from 'vitest'
import { journalNumber, type JournalLine } from '#domain/journal.ts'
import { movedIn, rollForwardTotals, type ClassLine } from '#domain/roll-forward.ts'
import { validIn, type BookRows, type Filters } from '#test/report-rules/book-rows.ts'
import { byRule, daysOf } from '#test/report-rules/rules.ts'

const classLines = (books: BookRows, days: Filters) =>
  byRule('rollForwardList', books, days).rows as unknown as readonly ClassLine[] // equal to the list's rows

/** Returns the opening or closing debt of each class that has one. */
const owedBy = (lines: readonly ClassLine[], figure: 'opening' | 'closing') =>
  lines.flatMap((line) => (line[figure] === 0 ? [] : [[line.studentClass, line[figure]]]))

/** Checks that billed and received are the same in every list, and that the debts are those of the latest vouchers. */
export function expectLedgerToAddUp(books: BookRows): void {
  const days = daysOf(books)
  for (const filters of [{}, ...Object.values(days)]) {
    const { charged, received } = byRule('rollForwardList', books, filters).totals.sums
    const { billed, ...collected } = byRule('collectionList', books, filters).totals.sums
    expect([filters, billed, collected['received']]).toEqual([filters, charged, received])
    expect([filters, byRule('receiptList', books, filters).totals.sums['amount']]).toEqual([
      filters,
      received,
    ])
    expect([filters, byRule('receivedHeadList', books, filters).totals.sums['total']]).toEqual([
      filters,
      received,
    ])
  }
  // A class begins the day with its closing debt of the day before.
  expect(owedBy(classLines(books, days.ofToday), 'opening')).toEqual(
    owedBy(classLines(books, days.since), 'closing'),
  )
  const all = rollForwardTotals(classLines(books, {}))
  const latest = new Map(validIn(books).map((voucher) => [voucher.roll_no, voucher.net_balance]))
  expect(all.closing).toBe([...latest.values()].reduce((sum, balance) => sum + balance, 0))
  expect(movedIn(all)).toBe(0)
}

/** Checks that debits equal credits in each entry of the journal. */
export function expectJournalToBalance(books: BookRows): void {
  const balances = new Map<string, number>()
  for (const row of byRule('journalList', books, {}).rows) {
    const number = journalNumber(row as unknown as JournalLine) // equal to the list's row
    balances.set(number, (balances.get(number) ?? 0) + Number(row['debit']) - Number(row['credit']))
  }
  expect([...balances].filter(([, balance]) => balance !== 0)).toEqual([])
}
