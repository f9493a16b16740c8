import { z } from 'zod/mini'
import { given } from '#contract/fields.ts'
import { date, instant, money } from '#contract/wire.ts'
import { exceptionKinds, exceptionWords } from '#domain/book-exception.ts'
import { count } from '#domain/count.ts'
import { absolute, nothing, sum, type Money } from '#domain/money.ts'
import { asOfField, asOfFilter, dateFields, thisMonth } from './common-filters.ts'
import { list, type RowOf } from './list.ts'
import { breakdown, fieldColumn, type Column, type Report } from './report.ts'
import { byPerson, personFacet } from './shared-columns.ts'

const exception = z.object({
  enteredAt: instant,
  kind: z.enum(exceptionKinds),
  who: z.string(),
  whoName: z.string(),
  /** Null if the exception is not about one student. */
  rollNo: z.nullable(z.number()),
  studentName: z.string(),
  voucherNo: z.nullable(z.string()),
  /** The number of a receipt, an adjustment, a run or a closing. */
  number: z.nullable(z.number()),
  /** Null if every day was reopened. */
  date: z.nullable(date),
  /** The change of the amount owed, negative if less is owed; for a discount, the change per month. */
  owed: money,
  /** The amount of `owed` without its sign. */
  size: money,
  reason: z.string(),
})

export const exceptionList = list({
  name: 'exceptionList',
  method: 'POST',
  path: '/finances/getExceptions/:campus',
  summary:
    'Corrections and exceptions by person: receipts taken back, moved or back-dated, adjustments, advances brought in, re-pricings of posted vouchers, voids, closings, large discounts',
  query: z.object({
    ...dateFields,
    ...asOfField,
    exceptions: given(
      z._default(z.enum(['all', 'receipts', ...exceptionKinds], 'Choose a kind from the list'), 'all'),
    ),
  }),
  row: exception,
  sums: ['owed', 'size'],
  items: 'exceptions',
  item: exception,
  found: 'Exceptions found',
  none: 'no-entries',
})

type Exception = RowOf<typeof exceptionList>

const textOf = (number: number | null): string => (number === null ? '' : String(number))

const columns: readonly Column<Exception>[] = [
  {
    key: 'who',
    heading: 'By',
    kind: 'name',
    value: ({ whoName }) => whoName,
    width: 120,
    fileWidth: 22,
    pinned: true,
    card: 'detail',
  },
  fieldColumn('instant', 'enteredAt', 'Entered', { width: 140, fileWidth: 18 }),
  {
    key: 'what',
    heading: 'What',
    kind: 'text',
    value: ({ kind }) => exceptionWords[kind],
    width: 170,
    fileWidth: 28,
    card: 'detail',
  },
  fieldColumn('date', 'date', 'Date', { width: 96, fileWidth: 14 }),
  {
    key: 'number',
    heading: 'No.',
    kind: 'text',
    value: ({ number }) => textOf(number),
    width: 44,
    fileWidth: 8,
  },
  {
    key: 'rollNo',
    heading: 'Roll No.',
    kind: 'text',
    value: ({ rollNo }) => textOf(rollNo),
    width: 56,
    fileWidth: 9,
  },
  {
    key: 'studentName',
    heading: 'Student Name',
    kind: 'student',
    value: (row) => row,
    width: 130,
    fileWidth: 28,
    wraps: true,
  },
  {
    key: 'voucherNo',
    heading: 'Voucher #',
    kind: 'code',
    value: (row) => row.voucherNo ?? '',
    width: 130,
    fileWidth: 20,
  },
  fieldColumn('amount', 'owed', 'Change in dues', { width: 90, fileWidth: 16 }),
  fieldColumn('text', 'reason', 'Reason', { width: 200, fileWidth: 50, wraps: true, card: 'detail' }),
]

interface KindLine {
  readonly kind: Exception['kind']
  readonly count: number
  readonly size: Money
}

const byKind = breakdown<Exception, KindLine>({
  title: 'By kind',
  columns: [
    {
      key: 'kind',
      heading: 'What',
      kind: 'text',
      value: ({ kind }) => exceptionWords[kind],
      width: 190,
      fileWidth: 28,
    },
    fieldColumn('count', 'count', 'Entries', { width: 84, fileWidth: 12 }),
    fieldColumn('amount', 'size', 'Amounts', { width: 110, fileWidth: 15 }),
  ],
  lines: (rows) =>
    exceptionKinds.flatMap((kind) => {
      const kindRows = rows.filter((row) => row.kind === kind)
      return kindRows.length === 0 ? [] : [{ kind, count: kindRows.length, size: sizesOf(kindRows) }]
    }),
  foot: (rows) => ({ kind: 'All', count: rows.length, size: sizesOf(rows) }),
})

const sizesOf = (rows: readonly Exception[]): Money => sum(nothing, ...rows.map(({ owed }) => absolute(owed)))

/** Entries that correct, take back, give away or change something that was recorded. */
export const exceptions: Report<typeof exceptionList> = {
  name: 'exceptions',
  list: exceptionList,
  place: { path: '/exceptions', label: 'Corrections and exceptions', tab: 'accounts' },
  filePath: '/finances/exportExceptions/:format/:campus',
  title: 'Corrections and exceptions',
  lead: 'Receipts taken back, moved or back-dated, adjustments, advances brought in, re-pricings of posted vouchers, voids, closings and large discounts, by person.',
  filters: {
    fromDate: { label: 'From Date (Day of entry)', start: thisMonth },
    toDate: { label: 'To Date (Day of entry)', start: (today) => today },
    exceptions: {
      label: 'What',
      words: { all: 'Everything', receipts: 'Receipts corrected, moved or returned', ...exceptionWords },
    },
    ...asOfFilter,
  },
  buttons: [{ label: 'Show exceptions' }],
  heading: () => 'By person, in the order of entry',
  columns: () => columns,
  keyOf: ({ kind, number, voucherNo, rollNo, enteredAt }) =>
    `${kind} ${number ?? ''} ${voucherNo ?? ''} ${rollNo ?? ''} ${enteredAt.getTime()}`,
  noun: 'entry',
  countText: (rows) => count(rows.length, 'entry', 'entries'),
  keepsRow: () => true,
  foot: ({ count: entries, sums }) => ({ who: count(entries, 'entry', 'entries'), owed: sums.owed }),
  breakdowns: [
    byPerson<Exception>('Entries', { size: 'Amounts' }, ({ owed }) => ({ size: absolute(owed) })),
    byKind,
  ],
  facet: personFacet,
  find: {
    in: ({ kind, rollNo, studentName, voucherNo, reason }) =>
      `${exceptionWords[kind]} ${rollNo ?? ''} ${studentName} ${voucherNo ?? ''} ${reason}`,
    hint: 'Nothing matches. Check the spelling or clear the search.',
  },
  words: {
    loading: 'Loading the exceptions',
    none: {
      title: 'No exceptions found',
      hint: 'Nothing was corrected, taken back or given away on these days.',
    },
    failed: 'Getting the exceptions failed',
  },
}
