import { z } from 'zod/mini'
import { classOrAll, given, schoolClass, section } from '#contract/fields.ts'
import { date, instant, money } from '#contract/wire.ts'
import { adjustmentKinds } from '#domain/adjustment.ts'
import { entryKinds, entryNote, entryWords } from '#domain/book-entry.ts'
import { count } from '#domain/count.ts'
import { formatRupees, less } from '#domain/money.ts'
import { paymentMethods } from '#domain/payment-method.ts'
import { asOfField, asOfFilter, classFilters, dateFields } from './common-filters.ts'
import { list, type RowOf } from './list.ts'
import { fieldColumn, type Column, type Report } from './report.ts'
import { byPerson, personFacet, studentColumns, voucherNoColumn } from './shared-columns.ts'

const entry = z.object({
  enteredAt: instant,
  /** The day on the voucher, receipt or adjustment. */
  date,
  kind: z.enum(entryKinds),
  who: z.string(),
  whoName: z.string(),
  rollNo: z.number(),
  studentName: z.string(),
  studentClass: schoolClass,
  section,
  /** Null for a change of fees. */
  voucherNo: z.nullable(z.string()),
  /** The number of a receipt or an adjustment. */
  number: z.nullable(z.number()),
  reverses: z.nullable(z.number()),
  /** The increase and the decrease of the student's debt. */
  debit: money,
  credit: money,
  /** The amount that a draft charges, which is not owed yet. */
  notPosted: money,
  before: z.nullable(money),
  after: z.nullable(money),
  discountBefore: z.nullable(money),
  discountAfter: z.nullable(money),
  adjustment: z.nullable(z.enum(adjustmentKinds)),
  method: z.nullable(z.enum(paymentMethods)),
  reference: z.string(),
  other: z.string(),
  reason: z.string(),
})

export const dayBookList = list({
  name: 'dayBookList',
  method: 'POST',
  path: '/finances/getDayBook/:campus',
  summary:
    'Everything that was entered on some days, in the order of entry: vouchers, re-pricings, fees, receipts, reversals, adjustments',
  query: z.object({
    ...dateFields,
    ...asOfField,
    entries: given(z._default(z.enum(['all', ...entryKinds], 'Choose a kind from the list'), 'all')),
    studentClass: classOrAll,
  }),
  row: entry,
  dependsOnPosting: true,
  sums: ['debit', 'credit', 'notPosted'],
  items: 'entries',
  item: entry,
  found: 'Entries found',
  none: 'no-entries',
})

type DayBookRow = RowOf<typeof dayBookList>

const columns: readonly Column<DayBookRow>[] = [
  fieldColumn('instant', 'enteredAt', 'Entered', { width: 136, fileWidth: 18, pinned: true }),
  {
    key: 'what',
    heading: 'What',
    kind: 'text',
    value: ({ kind }) => entryWords[kind],
    width: 124,
    fileWidth: 24,
    card: 'detail',
  },
  fieldColumn('date', 'date', 'Date', { width: 96, fileWidth: 14 }),
  {
    key: 'number',
    heading: 'No.',
    kind: 'text',
    value: ({ number }) => (number === null ? '' : String(number)),
    width: 40,
    fileWidth: 8,
  },
  studentColumns.rollNo,
  { ...studentColumns.studentName, width: 124 },
  { ...studentColumns.studentClass, width: 66 },
  { ...voucherNoColumn, value: ({ voucherNo }) => voucherNo ?? '' },
  fieldColumn('amount', 'debit', 'Debit', { card: 'figure', width: 76, fileWidth: 14 }),
  fieldColumn('amount', 'credit', 'Credit', { card: 'figure', width: 76, fileWidth: 14 }),
  {
    key: 'who',
    heading: 'By',
    kind: 'name',
    value: ({ whoName }) => whoName,
    width: 96,
    fileWidth: 22,
    wraps: true,
  },
  {
    key: 'note',
    heading: 'Note',
    kind: 'text',
    value: entryNote,
    width: 130,
    fileWidth: 50,
    card: 'detail',
    wraps: true,
  },
]

/** Everything that was entered on some days, whatever its date. */
export const dayBook: Report<typeof dayBookList> = {
  name: 'day-book',
  list: dayBookList,
  place: { path: '/day-book', label: 'Day book', tab: 'accounts' },
  filePath: '/finances/exportDayBook/:format/:campus',
  title: 'Day book',
  lead: 'Everything that was entered between two dates, in the order of entry: vouchers, fees, receipts and adjustments.',
  filters: {
    fromDate: { label: 'From Date (Day of entry)', start: (today) => today },
    toDate: { label: 'To Date (Day of entry)', start: (today) => today },
    entries: { label: 'What', words: { all: 'Everything', ...entryWords } },
    studentClass: classFilters.studentClass,
    ...asOfFilter,
  },
  buttons: [{ label: 'Show entries' }],
  heading: () => 'Entries in the order of entry',
  columns: () => columns,
  keyOf: ({ kind, number, voucherNo, rollNo, enteredAt }) =>
    `${kind} ${number ?? ''} ${voucherNo ?? ''} ${rollNo} ${enteredAt.getTime()}`,
  noun: 'entry',
  countText: (rows) => count(rows.length, 'entry', 'entries'),
  figures: ({ sums }) => [
    { label: 'Debit', amount: sums.debit },
    { label: 'Credit', amount: sums.credit },
    { label: 'Change in dues', amount: less(sums.debit, sums.credit) },
  ],
  loadingText: ({ sums }) => `debit ${formatRupees(sums.debit)}, credit ${formatRupees(sums.credit)}`,
  keepsRow: () => true,
  foot: ({ count: entries, sums }) => ({ enteredAt: count(entries, 'entry', 'entries'), ...sums }),
  notes: ({ sums }) =>
    sums.notPosted === 0
      ? []
      : [{ text: 'Of the debits, not posted yet', amounts: { debit: sums.notPosted } }],
  breakdowns: [
    byPerson<DayBookRow>('Entries', { debit: 'Debit', credit: 'Credit' }, ({ debit, credit }) => ({
      debit,
      credit,
    })),
  ],
  facet: personFacet,
  find: {
    in: ({ rollNo, studentName, voucherNo, number, reference, kind }) =>
      `${entryWords[kind]} ${number ?? ''} ${rollNo} ${studentName} ${voucherNo ?? ''} ${reference}`,
    hint: 'Nothing matches. Check the spelling or clear the search.',
  },
  words: {
    loading: 'Loading the entries',
    none: { title: 'No entries found', hint: 'Nothing of this kind was entered on these days.' },
    failed: 'Getting the day book failed',
  },
}
