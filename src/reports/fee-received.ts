import { z } from 'zod/mini'
import { receiptWithClass, type ReceiptWithClass } from '#contract/receipt.ts'
import { count } from '#domain/count.ts'
import { formatRupees, opposite } from '#domain/money.ts'
import { methodAndReference, methodWords } from '#domain/payment-method.ts'
import { methodSums, receiptRemark, receivedTotals, type ReceivedTotals } from '#domain/received.ts'
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
import { byDay, byMethod, byReceiver, receiversIn } from './received-breakdowns.ts'
import { fieldColumn, type Column, type Report } from './report.ts'
import { studentColumns, voucherNoColumn } from './shared-columns.ts'

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
