import { z } from 'zod/mini'
import { date, money } from '#contract/wire.ts'
import { count } from '#domain/count.ts'
import { accountWords, journalAccounts, journalNumber, narration } from '#domain/journal.ts'
import { formatRupees } from '#domain/money.ts'
import { methodWords, paymentMethods } from '#domain/payment-method.ts'
import { asOfField, asOfFilter, dateFields, daysInWords } from './common-filters.ts'
import { list, type RowOf } from './list.ts'
import { fieldColumn, type Column, type Report } from './report.ts'

const line = z.object({
  date,
  method: z.enum(paymentMethods),
  /** The account of the payment method or of a fee head. */
  account: z.enum(journalAccounts),
  debit: money,
  credit: money,
})

export const journalList = list({
  name: 'journalList',
  method: 'POST',
  path: '/finances/getJournal/:campus',
  summary:
    'What came in and was paid back on closed days, by payment method and fee head, as debits and credits under stable numbers',
  query: z.object({ ...dateFields, ...asOfField }),
  row: line,
  sums: ['debit', 'credit'],
  items: 'lines',
  item: line,
  found: 'Journal fetched',
  none: 'no-entries',
})

type Line = RowOf<typeof journalList>

const columns: readonly Column<Line>[] = [
  { key: 'number', heading: 'Journal No.', kind: 'code', value: journalNumber, width: 110, fileWidth: 14 },
  fieldColumn('date', 'date', 'Date', { width: 100, fileWidth: 14 }),
  { key: 'account', heading: 'Account', kind: 'text', value: accountWords, width: 220, fileWidth: 30 },
  fieldColumn('amount', 'debit', 'Debit', { width: 110, fileWidth: 14 }),
  fieldColumn('amount', 'credit', 'Credit', { width: 110, fileWidth: 14 }),
  { key: 'narration', heading: 'Narration', kind: 'text', value: narration, width: 240, fileWidth: 34 },
]

/** Entries for QuickBooks, Tally or a spreadsheet, only of closed days because their figures do not change. */
export const journal: Report<typeof journalList> = {
  name: 'journal',
  list: journalList,
  place: { path: '/journal', label: 'Journal export', tab: 'accounts' },
  filePath: '/finances/exportJournal/:format/:campus',
  title: 'Journal export',
  lead: 'What came in and was paid back on closed days, by payment method and fee head. Debits equal credits, and an entry has the same number whenever it is exported.',
  filters: { fromDate: { label: 'From Date' }, toDate: { label: 'To Date' }, ...asOfFilter },
  buttons: [{ label: 'Show journal' }],
  heading: (query) => `Closed days${daysInWords(query)}`,
  columns: () => columns,
  keyOf: (row) => `${journalNumber(row)} ${row.account}`,
  noun: 'line',
  loadingText: ({ sums }) => `debit ${formatRupees(sums.debit)}`,
  figures: ({ sums }) => [
    { label: 'Debit', amount: sums.debit },
    { label: 'Credit', amount: sums.credit },
  ],
  keepsRow: () => false,
  foot: ({ count: lines, sums }) => ({ number: count(lines, 'line'), ...sums }),
  find: {
    in: (row) => `${journalNumber(row)} ${accountWords(row)} ${methodWords[row.method].label}`,
    hint: 'Nothing matches. Check the spelling or clear the search.',
  },
  words: {
    loading: 'Making the journal',
    none: {
      title: 'No entries found',
      hint: 'Only closed days are in the journal. Close the books up to a day first (Close the books).',
    },
    failed: 'Getting the journal failed',
  },
}
