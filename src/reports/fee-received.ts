// Fee received: what came in, receipt by receipt.

import { receiptWithClass, type ReceiptWithClass } from '#contract/receipt.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import { count } from '#domain/count.ts'
import { formatRupees, opposite } from '#domain/money.ts'
import { receiptRemark, receivedBy, receivedTotals, type ReceivedTotals } from '#domain/received.ts'
import { z } from 'zod/mini'
import {
  classFields,
  classFilters,
  dateFields,
  kindButtons,
  kindField,
  kindFilter,
  thisMonth,
} from './common-filters.ts'
import { list } from './list.ts'
import { breakdown, type Cells, type Column, type Report } from './report.ts'
import { studentColumns, voucherNoColumn } from './shared-columns.ts'

/** The receipts and reversals of a campus by number. */
export const receiptList = list({
  name: 'receiptList',
  method: 'POST',
  path: '/finances/getReceipts/:type/:campus',
  summary:
    'The receipts of a campus by class and section of the voucher and by received date, in order of receipt number',
  query: z.object({ ...kindField, ...classFields, ...dateFields }),
  row: receiptWithClass,
  sums: ['amount'],
  items: 'receipts',
  item: receiptWithClass,
  found: 'Receipts found',
  none: 'no-receipts',
})

const columns: readonly Column<ReceiptWithClass>[] = [
  {
    key: 'receiptNo',
    heading: 'Receipt #',
    kind: 'number',
    value: ({ receiptNo }) => receiptNo,
    width: 92,
    fileWidth: 14,
    pinned: true,
  },
  {
    key: 'receivedDate',
    heading: 'Received Date',
    kind: 'date',
    value: ({ receivedDate }) => receivedDate,
    width: 110,
    fileWidth: 14,
  },
  studentColumns.rollNo,
  { ...studentColumns.studentName, width: 170 },
  studentColumns.studentClass,
  studentColumns.section,
  voucherNoColumn,
  {
    key: 'amount',
    heading: 'Amount',
    kind: 'amount',
    value: ({ amount }) => amount,
    width: 110,
    fileWidth: 14,
  },
  {
    key: 'receivedBy',
    heading: 'Received by',
    kind: 'name',
    value: ({ receivedByName }) => receivedByName,
    width: 126,
    fileWidth: 22,
    wraps: true,
  },
  {
    key: 'remark',
    heading: 'Remark',
    kind: 'text',
    value: receiptRemark,
    width: 270,
    fileWidth: 44,
    wraps: true,
  },
]

/** `38 receipts and 1 reversal`. */
const counted = ({ receipts, reversals }: ReceivedTotals): string =>
  reversals === 0
    ? count(receipts, 'receipt')
    : `${count(receipts, 'receipt')} and ${count(reversals, 'reversal')}`

/** What came in and how much of it was cancelled; '' where nothing was. */
const receivedAndCancelled = ({ reversals, received, reversed, net }: ReceivedTotals): string =>
  reversals === 0
    ? ''
    : `received ${formatRupees(received)}, cancelled ${formatRupees(opposite(reversed))}, net ${formatRupees(net)}`

/** The totals of a day, or of a receiver, by its name. */
type Line<Of extends string = string> = ReceivedTotals & { readonly of: Of }

const lineColumns: readonly Column<Line>[] = [
  {
    key: 'receipts',
    heading: 'Receipts',
    kind: 'count',
    value: ({ receipts }) => receipts,
    width: 84,
    fileWidth: 15,
  },
  {
    key: 'received',
    heading: 'Received',
    kind: 'amount',
    value: ({ received }) => received,
    width: 100,
    fileWidth: 15,
  },
  {
    key: 'reversed',
    heading: 'Cancelled',
    kind: 'amount',
    value: ({ reversed }) => reversed,
    width: 100,
    fileWidth: 15,
  },
  { key: 'net', heading: 'Net', kind: 'amount', value: ({ net }) => net, width: 100, fileWidth: 15 },
]

const lineFoot = (rows: readonly ReceiptWithClass[]): Cells => {
  const { receipts, received, reversed, net } = receivedTotals(rows)
  return { of: 'All', receipts, received, reversed, net }
}

/** Who received, by name; with the user id after it where two have the same one. */
function receiversOf(rows: readonly ReceiptWithClass[]) {
  const names = new Map(rows.map((row) => [row.receivedBy, row.receivedByName]))
  const isShared = (wanted: string): boolean =>
    [...names.values()].filter((name) => name === wanted).length > 1
  return [...names]
    .map(([value, name]) => ({ value, label: isShared(name) ? `${name} (${value})` : name }))
    .toSorted((one, other) => one.label.localeCompare(other.label))
}

const byDay = breakdown<ReceiptWithClass, Line<CalendarDate>>({
  title: 'By day',
  columns: [
    { key: 'of', heading: 'Received Date', kind: 'date', value: ({ of }) => of, width: 120, fileWidth: 14 },
    ...lineColumns,
  ],
  lines: (rows) => receivedBy(rows, ({ receivedDate }) => receivedDate).toReversed(),
  foot: lineFoot,
})

const byReceiver = breakdown<ReceiptWithClass, Line & { readonly name: string }>({
  title: 'By receiver',
  columns: [
    {
      key: 'of',
      heading: 'Received by',
      kind: 'name',
      value: ({ name }) => name,
      width: 160,
      fileWidth: 28,
      wraps: true,
    },
    {
      key: 'userId',
      heading: 'User',
      kind: 'text',
      value: ({ of }) => of,
      width: 160,
      fileWidth: 28,
      only: 'file',
    },
    ...lineColumns,
  ],
  lines(rows) {
    const names = new Map(receiversOf(rows).map(({ value, label }) => [value, label]))
    return receivedBy(rows, (row) => row.receivedBy).map((line) => ({
      ...line,
      name: names.get(line.of) ?? line.of,
    }))
  },
  foot: lineFoot,
})

/** What came in, by receipt, date and receiver (spec 2.routes.fee-received). */
export const feeReceived: Report<typeof receiptList> = {
  name: 'fee-received',
  list: receiptList,
  place: { path: '/fee-received', label: 'Fee received', tab: 'monthly-fee-reports' },
  filePath: '/finances/exportReceipts/:format/:type/:campus',
  title: 'Fee received',
  lead: 'Receipts between two dates, with totals by day and by receiver.',
  filters: {
    ...classFilters,
    fromDate: { label: 'From Date (Received Date)', start: thisMonth },
    toDate: { label: 'To Date (Received Date)', start: (today) => today },
    ...kindFilter,
  },
  buttons: kindButtons,
  heading: ({ type }) => `Fee received from ${type} students`,
  columns: () => columns,
  keyOf: ({ receiptNo }) => String(receiptNo),
  noun: 'receipt',
  counted: (rows) => counted(receivedTotals(rows)),
  sumUp: (rows) => receivedAndCancelled(receivedTotals(rows)),
  coming: ({ sums }) => `Rs ${formatRupees(sums.amount)}`,
  keeps: () => true,
  foot(_, kept) {
    const { receipts, reversals, net } = receivedTotals(kept)
    return { receiptNo: count(receipts, 'receipt'), receivedDate: count(reversals, 'reversal'), amount: net }
  },
  breakdowns: [byDay, byReceiver],
  facet: {
    label: 'Received by',
    all: 'All receivers',
    valueOf: (row) => row.receivedBy,
    options: receiversOf,
  },
  find: {
    in: ({ receiptNo, rollNo, studentName, voucherNo }) =>
      `${receiptNo} ${rollNo} ${studentName} ${voucherNo}`,
    hint: 'Nothing matches. Check the spelling or clear the search.',
  },
  words: {
    loading: 'Loading the receipts',
    none: { alert: 'No receipts found' },
    failed: 'Failed to get receipts',
  },
}
