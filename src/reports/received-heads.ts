import { z } from 'zod/mini'
import { schoolClass } from '#contract/fields.ts'
import { date, money } from '#contract/wire.ts'
import { count } from '#domain/count.ts'
import { formatRupees, nothing, sum } from '#domain/money.ts'
import { receivedHeads } from '#domain/received-heads.ts'
import { recordOf } from '#domain/record-of.ts'
import { asOfField, asOfFilter, dateFields, daysInWords, thisMonth } from './common-filters.ts'
import { list, type RowOf } from './list.ts'
import { breakdown, fieldColumn, type Cells, type Column, type Report } from './report.ts'

const line = z.object({
  /** The first day of the month of the receipts. */
  month: date,
  studentClass: schoolClass,
  ...recordOf(
    receivedHeads,
    ({ key }) => key,
    () => money,
  ),
  total: money,
})

/** The receipts by fee head; each receipt is spread over its student's debt, oldest month first. */
export const receivedHeadList = list({
  name: 'receivedHeadList',
  method: 'POST',
  path: '/finances/getReceivedByHead/:campus',
  summary:
    'What was received by fee head, month and class of the voucher: each receipt spread over what its student owed, oldest month first',
  query: z.object({ ...dateFields, ...asOfField }),
  row: line,
  sums: [...receivedHeads.map(({ key }) => key), 'total'],
  items: 'lines',
  item: line,
  found: 'Receipts found',
  none: 'no-receipts',
})

type Line = RowOf<typeof receivedHeadList>
type Amounts = Omit<Line, 'month' | 'studentClass'>

const amountColumns: readonly Column<Amounts>[] = [
  ...receivedHeads.map(({ key, label }) => fieldColumn('amount', key, label, { width: 96, fileWidth: 14 })),
  fieldColumn('amount', 'total', 'Received', { width: 96, fileWidth: 14 }),
]

const monthColumn = fieldColumn('month', 'month', 'Month', { width: 116, fileWidth: 16 })

const classColumn = fieldColumn('class', 'studentClass', 'Class', { width: 84, fileWidth: 12 })

const amountKeys = [...receivedHeads.map(({ key }) => key), 'total'] as const

const totalsOf = (rows: readonly Line[]): Amounts =>
  recordOf(
    amountKeys,
    (key) => key,
    (key) => sum(nothing, ...rows.map((row) => row[key])),
  )

/** Adds up the lines of each month or class, in the order of the lines. */
const sumsBy = <Key extends Line['month'] | Line['studentClass']>(
  rows: readonly Line[],
  keyOf: (row: Line) => Key,
) =>
  [...new Set(rows.map(keyOf))].map((key) => ({
    group: key,
    ...totalsOf(rows.filter((row) => keyOf(row) === key)),
  }))

const foot = (rows: readonly Line[]): Cells => ({ group: 'All', ...totalsOf(rows) })

const byMonth = breakdown<Line, Amounts & { readonly group: Line['month'] }>({
  title: 'By month',
  columns: [{ ...monthColumn, key: 'group', value: ({ group }) => group }, ...amountColumns],
  lines: (rows) => sumsBy(rows, ({ month }) => month),
  foot,
})

const byClass = breakdown<Line, Amounts & { readonly group: Line['studentClass'] }>({
  title: 'By class',
  columns: [{ ...classColumn, key: 'group', value: ({ group }) => group }, ...amountColumns],
  lines: (rows) => sumsBy(rows, ({ studentClass }) => studentClass),
  foot,
})

/** The amounts received by fee head, although clerks do not type heads on receipts (decision record 43). */
export const receivedByHead: Report<typeof receivedHeadList> = {
  name: 'received-by-head',
  list: receivedHeadList,
  place: { path: '/received-by-head', label: 'Received by fee head', tab: 'accounts' },
  filePath: '/finances/exportReceivedByHead/:format/:campus',
  title: 'Received by fee head',
  lead: 'Each receipt is spread over what its student owed when it came in: the oldest month first, and in a voucher arrears, fine, admission, registration, examination and monthly fee in this order.',
  filters: {
    fromDate: { label: 'From Date (Received Date)', start: thisMonth },
    toDate: { label: 'To Date (Received Date)', start: (today) => today },
    ...asOfFilter,
  },
  buttons: [{ label: 'Show heads' }],
  heading: (query) => `Received${daysInWords(query)}`,
  columns: () => [monthColumn, { ...classColumn, pinned: true }, ...amountColumns],
  keyOf: ({ month, studentClass }) => `${month} ${studentClass}`,
  noun: 'line',
  loadingText: ({ sums }) => `Rs ${formatRupees(sums.total)}`,
  figures: ({ sums }) => [
    { label: 'Monthly fee less discount', amount: sums.monthlyFee },
    { label: 'In advance', amount: sums.advance },
    { label: 'Received', amount: sums.total },
  ],
  keepsRow: () => true,
  foot: ({ count: lines, sums }) => ({ month: count(lines, 'line'), ...sums }),
  breakdowns: [byClass, byMonth],
  find: { in: ({ studentClass }) => `class ${studentClass}`, hint: 'Enter a class, or clear the search.' },
  words: {
    loading: 'Spreading the receipts',
    none: { title: 'No receipts found', hint: 'Nothing was received on these days.' },
    failed: 'Getting the heads failed',
  },
}
