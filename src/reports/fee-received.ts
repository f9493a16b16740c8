import { z } from 'zod/mini'
import { receiptWithClass, type ReceiptWithClass } from '#contract/receipt.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import { count } from '#domain/count.ts'
import { formatRupees, opposite } from '#domain/money.ts'
import { methodAndReference, methodWords, type PaymentMethod } from '#domain/payment-method.ts'
import {
  methodSums,
  receiptRemark,
  receivedBy,
  receivedByMethod,
  receivedTotals,
  type ReceivedTotals,
} from '#domain/received.ts'
import {
  aboutKind,
  asOfField,
  asOfFilter,
  classFields,
  classFilters,
  dateFields,
  kindButtons,
  kindField,
  kindFilter,
  thisMonth,
} from './common-filters.ts'
import { list } from './list.ts'
import { breakdown, fieldColumn, type Cells, type Column, type Report } from './report.ts'
import { peopleIn, studentColumns, voucherNoColumn } from './shared-columns.ts'

type Line<Group extends string = string> = ReceivedTotals & { readonly group: Group }

const lineColumns: readonly Column<Line>[] = [
  fieldColumn('count', 'receipts', 'Receipts', { width: 84, fileWidth: 15 }),
  fieldColumn('amount', 'received', 'Received', { width: 100, fileWidth: 15 }),
  fieldColumn('amount', 'reversed', 'Cancelled', { width: 100, fileWidth: 15 }),
  fieldColumn('amount', 'net', 'Net', { width: 100, fileWidth: 15 }),
]

const totalsRow = (rows: readonly ReceiptWithClass[]): Cells => {
  const { receipts, received, reversed, net } = receivedTotals(rows)
  return { group: 'All', receipts, received, reversed, net }
}

function receiversIn(rows: readonly ReceiptWithClass[]) {
  return peopleIn(rows.map((row) => ({ who: row.receivedBy, whoName: row.receivedByName })))
}

/** The amount received on each day, newest first. */
const byDay = breakdown<ReceiptWithClass, Line<CalendarDate>>({
  title: 'By day',
  columns: [fieldColumn('date', 'group', 'Received Date', { width: 120, fileWidth: 14 }), ...lineColumns],
  lines: (rows) => receivedBy(rows, ({ receivedDate }) => receivedDate).toReversed(),
  foot: totalsRow,
})

const byMethod = breakdown<ReceiptWithClass, Line & { readonly group: PaymentMethod }>({
  title: 'By method',
  columns: [
    {
      key: 'group',
      heading: 'Method',
      kind: 'text',
      value: ({ group }) => methodWords[group].label,
      width: 120,
      fileWidth: 14,
    },
    ...lineColumns,
  ],
  lines: receivedByMethod,
  foot: totalsRow,
})

const byReceiver = breakdown<ReceiptWithClass, Line & { readonly name: string }>({
  title: 'By receiver',
  columns: [
    {
      key: 'group',
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
      value: ({ group }) => group,
      width: 160,
      fileWidth: 28,
      only: 'file',
    },
    ...lineColumns,
  ],
  lines(rows) {
    const names = new Map(receiversIn(rows).map(({ value, label }) => [value, label]))
    return receivedBy(rows, (row) => row.receivedBy).map((line) => ({
      ...line,
      name: names.get(line.group) ?? line.group,
    }))
  },
  foot: totalsRow,
})

export const receiptList = list({
  name: 'receiptList',
  method: 'POST',
  path: '/finances/getReceipts/:type/:campus',
  summary:
    'The receipts of a campus by class and section of the voucher and by received date, in order of receipt number',
  query: z.object({ ...kindField, ...classFields, ...dateFields, ...asOfField }),
  row: receiptWithClass,
  sums: ['amount'],
  items: 'receipts',
  item: receiptWithClass,
  found: 'Receipts found',
  none: 'no-receipts',
})

const columns: readonly Column<ReceiptWithClass>[] = [
  fieldColumn('number', 'receiptNo', 'Receipt #', { width: 92, fileWidth: 14, pinned: true }),
  fieldColumn('date', 'receivedDate', 'Received Date', { width: 110, fileWidth: 14 }),
  studentColumns.rollNo,
  { ...studentColumns.studentName, width: 170 },
  studentColumns.studentClass,
  studentColumns.section,
  voucherNoColumn,
  fieldColumn('amount', 'amount', 'Amount', { width: 110, fileWidth: 14 }),
  {
    key: 'method',
    heading: 'Method',
    kind: 'text',
    value: ({ method }) => methodWords[method].label,
    width: 74,
    fileWidth: 10,
  },
  fieldColumn('text', 'reference', 'Reference', { width: 110, fileWidth: 22, wraps: true }),
  fieldColumn('date', 'chequeDate', 'Cheque Date', { width: 100, fileWidth: 14, only: 'file' }),
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
    width: 110,
    fileWidth: 44,
    wraps: true,
  },
]

/** `38 receipts and 1 reversal`. */
const countReceipts = ({ receipts, reversals }: ReceivedTotals): string =>
  reversals === 0
    ? count(receipts, 'receipt')
    : `${count(receipts, 'receipt')} and ${count(reversals, 'reversal')}`

/** Returns '' if nothing was cancelled. */
const receivedAndCancelled = ({ reversals, received, reversed, net }: ReceivedTotals): string =>
  reversals === 0
    ? ''
    : `received ${formatRupees(received)}, cancelled ${formatRupees(opposite(reversed))}, net ${formatRupees(net)}`

/** The money received, by receipt, date and receiver (spec 2.routes.fee-received). */
export const feeReceived: Report<typeof receiptList> = {
  name: 'fee-received',
  list: receiptList,
  place: { path: '/fee-received', label: 'Fee received', tab: 'monthly-fee-reports' },
  filePath: '/finances/exportReceipts/:format/:type/:campus',
  title: 'Fee received',
  lead: 'Receipts between two dates, with totals by day, method and receiver.',
  filters: {
    ...classFilters,
    fromDate: { label: 'From Date (Received Date)', start: thisMonth },
    toDate: { label: 'To Date (Received Date)', start: (today) => today },
    ...asOfFilter,
    ...kindFilter,
  },
  buttons: kindButtons,
  buttonNote: "By today's state: Regular lists students at school now, also for earlier receipts.",
  heading: ({ type }) => `Fee received from ${type} students`,
  about: aboutKind,
  columns: () => columns,
  keyOf: ({ receiptNo }) => String(receiptNo),
  noun: 'receipt',
  countText: (rows) => countReceipts(receivedTotals(rows)),
  sumUp: (rows) => [receivedAndCancelled(receivedTotals(rows)), methodSums(rows)].filter(Boolean).join('; '),
  figures: ({ sums }) => [{ label: 'Received', amount: sums.amount }],
  loadingText: ({ sums }) => `Rs ${formatRupees(sums.amount)}`,
  keepsRow: () => true,
  foot(_, kept) {
    const { receipts, reversals, net } = receivedTotals(kept)
    return { receiptNo: count(receipts, 'receipt'), receivedDate: count(reversals, 'reversal'), amount: net }
  },
  breakdowns: [byDay, byMethod, byReceiver],
  facet: {
    label: 'Received by',
    all: 'All receivers',
    valuesOf: (row) => [row.receivedBy],
    options: receiversIn,
  },
  find: {
    in: ({ receiptNo, rollNo, studentName, voucherNo, method, reference }) =>
      `${receiptNo} ${rollNo} ${studentName} ${voucherNo} ${methodAndReference({ method, reference })}`,
    hint: 'Nothing matches. Check the spelling or clear the search.',
  },
  words: {
    loading: 'Loading the receipts',
    none: { alert: 'No receipts found' },
    failed: 'Failed to get receipts',
  },
}
