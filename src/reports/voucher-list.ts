import { z } from 'zod/mini'
import { paidStatuses, voucher, voucherFields } from '#contract/voucher.ts'
import { date, money } from '#contract/wire.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import { byHead, feeHeads, headsIn, labelIn, type FeeHeadKey } from '#domain/fee-heads.ts'
import type { Money } from '#domain/money.ts'
import { netBalance, netReceivable, thisMonth } from '#domain/voucher-amounts.ts'
import { voucherMarks, voucherStatusWords, type VoucherStatus } from '#domain/voucher-status.ts'
import { asOfField, classFields, dateFields, kindField, monthField } from './common-filters.ts'
import { list, type RowOf } from './list.ts'
import { fieldColumn, type Column, type ColumnOf, type Facet } from './report.ts'
import { dueSinceColumn, monthsOwedColumn, studentColumns, voucherNoColumn } from './shared-columns.ts'

const fields = voucherFields.shape
const charges = byHead(feeHeads, ({ key }) => fields[key])
const storedAmounts = [...feeHeads.map(({ key }) => key), 'arrears', 'received', 'adjusted'] as const

/** Returns the charges, without arrears, of a voucher in the shape of the specification; in rupees. */
function chargesOf(item: Readonly<Record<string, unknown>>): number {
  const charged = feeHeads.reduce((total, { key, sign }) => total + sign * Number(item[key] ?? 0), 0)
  return Math.round(charged * 100) / 100
}

/** The vouchers of a campus in class order, with the fields that reports show and print. */
export const voucherList = list({
  name: 'voucherList',
  method: 'POST',
  path: '/finances/getAllVouchers/:type/:campus/:paidStatus',
  summary: 'The vouchers of a campus by class, section and dates, in class order',
  query: z.object({
    ...kindField,
    paidStatus: z.enum(paidStatuses),
    ...classFields,
    ...dateFields,
    ...monthField,
    ...asOfField,
    /** The date that `toDate` limits; by default the issue date (decisions 3.reports). */
    toDateOf: z._default(z.enum(['issueDate', 'dueDate']), 'issueDate'),
    /** `leftOut` computes the list as if drafts did not exist; by default drafts are listed. */
    unposted: z.optional(z.enum(['leftOut'])),
  }),
  dependsOnPosting: true,
  row: z.object({
    voucherNo: fields.voucherNo,
    chainNo: fields.chainNo,
    rollNo: fields.rollNo,
    studentName: fields.studentName,
    fatherName: fields.fatherName,
    studentClass: fields.studentClass,
    section: fields.section,
    periodFrom: date,
    periodTo: date,
    issueDate: date,
    dueDate: date,
    ...charges,
    arrears: fields.arrears,
    received: fields.receivedAmount,
    adjusted: fields.adjusted,
    paid: fields.feePaid,
    posted: fields.posted,
    /** True if the student left or graduated. */
    left: fields.isRemoved,
    carriedTo: fields.carriedTo,
    /** The due date of the posted debt on the voucher; null if there is none or a later posted voucher carries it. */
    dueSince: z.nullable(date),
    /** The amount that drafts charge, which is not owed yet. */
    notPosted: money,
    /** The posted debt on the voucher by its due dates; filled only if the list has only unpaid vouchers. */
    overdue: money,
    notDue: money,
    /** Empty for the role `read`; filled only if the list has only unpaid vouchers. */
    fatherHomePhone: z.string(),
    /** Counted at the end of the dates, as in ageing; filled only if the list has only unpaid vouchers, otherwise 0. */
    monthsOwed: z.number(),
    /** True if the debt is on a later voucher that class or section may exclude; false in lists of unpaid vouchers. */
    owedLater: z.boolean(),
  }),
  sums: storedAmounts,
  items: 'vouchers',
  item: voucher,
  named({ feePeriod, receivedAmount: received, feePaid: paid, isRemoved: left, ...item }) {
    const [periodFrom, periodTo] = String(feePeriod).split(' to ')
    // The specified shape lacks the debts of other vouchers: a posted, uncarried voucher is due since its own due date.
    const isDraft = item['posted'] === false
    const dueSince = isDraft || paid === true || item['carriedTo'] ? null : item['dueDate']
    return {
      dueSince,
      notPosted: isDraft ? chargesOf(item) : 0,
      ...item,
      periodFrom,
      periodTo,
      received,
      paid,
      left,
    }
  },
  found: 'Vouchers found',
  none: 'no-vouchers',
})

export type VoucherRow = RowOf<typeof voucherList>

export const marksOf = (row: VoucherRow, today: CalendarDate): readonly VoucherStatus[] =>
  voucherMarks(row, netBalance(row), today)

/** Minimum widths: `width` in pixels, which wide amounts can increase; `fileWidth` in characters. */
function chargeWidths(heading: string): { width: number; fileWidth: number } {
  if (heading.length > 14) return { width: 50, fileWidth: 13 }
  return heading.length > 4 ? { width: 50, fileWidth: 12 } : { width: 36, fileWidth: 10 }
}

const amountColumn = (
  key: string,
  heading: string,
  value: (row: VoucherRow) => Money,
  width = 60,
): ColumnOf<'amount', VoucherRow> => ({ key, heading, kind: 'amount', value, width, fileWidth: 14 })

const balanceColumn = (
  key: string,
  heading: string,
  value: (row: VoucherRow) => Money,
): ColumnOf<'balance', VoucherRow> => ({ key, heading, kind: 'balance', value, width: 60, fileWidth: 14 })

const chargeColumn = (key: FeeHeadKey, heading: string): Column<VoucherRow> => ({
  ...amountColumn(key, heading, (row) => row[key]),
  ...chargeWidths(heading),
})

/** The headings, including their spelling, are those of the specification (spec 2.fee-record.columns). */
export const chargedColumns: readonly Column<VoucherRow>[] = [
  {
    ...voucherNoColumn,
    pinned: true,
    status: (row, today) => marksOf(row, today)[0] ?? 'to-do',
    chip: ({ posted }) => (posted ? '' : voucherStatusWords['to-do']),
  },
  fieldColumn('date', 'issueDate', 'Issue Date', { width: 84, fileWidth: 13 }),
  ...headsIn('report').map((head) => chargeColumn(head.key, labelIn('report', head))),
  { ...studentColumns.rollNo, width: 46 },
  // Grows when there is room. A smaller minimum keeps every column visible when balances carry the word "advance".
  { ...studentColumns.studentName, width: 104, pinned: 900 },
]

export const optionalColumns: readonly Column<VoucherRow>[] = [
  { ...studentColumns.fatherName, only: 'chosen' },
  { ...studentColumns.studentClass, width: 46, only: 'chosen' },
  { ...studentColumns.section, width: 60, only: 'chosen' },
  fieldColumn('date', 'dueDate', 'Due Date', { width: 84, fileWidth: 13, only: 'chosen' }),
]

/** The columns for calling families, on paper and in files or only if chosen. */
export const callingColumns = (only: 'paper' | 'chosen'): readonly Column<VoucherRow>[] => [
  { ...studentColumns.fatherHomePhone, only },
  { ...monthsOwedColumn, only },
]

/** The day since which the debt on a voucher is due; by default shown only if chosen. */
export const optionalDueSinceColumn: Column<VoucherRow> = { ...dueSinceColumn, only: 'chosen' }

const statuses = ['paid', 'overdue', 'unpaid', 'advance', 'carried', 'to-do'] as const

/** Narrows the rows by status; a list of unpaid vouchers always offers both states of a debt. */
export const statusFacet = (isUnpaidList: boolean): Facet<VoucherRow> => ({
  label: 'Status',
  all: 'All',
  chips: true,
  valuesOf: marksOf,
  options: (_, values) =>
    statuses
      .filter(
        (status) => values.has(status) || (isUnpaidList && (status === 'overdue' || status === 'unpaid')),
      )
      .map((value) => ({ value, label: voucherStatusWords[value] })),
})

/** Shown only if current and former students are listed together. */
export const leftColumn: Column<VoucherRow> = {
  key: 'left',
  heading: 'Left Student',
  kind: 'text',
  value: (row) => (row.left ? 'Left' : ''),
  width: 52,
  fileWidth: 9,
}

export const receivableColumns: readonly Column<VoucherRow>[] = [
  balanceColumn('arrears', 'Arrears', ({ arrears }) => arrears),
  amountColumn('thisMonth', 'This Month receivables', thisMonth),
  balanceColumn('netReceivable', 'Net receivables', netReceivable),
]
export const netBalanceColumn = balanceColumn('netBalance', 'Net Balance', netBalance)
export const receivedColumn = amountColumn('received', 'Received', (row) => row.received)
/** A column for files, which have no chips. */
export const postedColumn: Column<VoucherRow> = {
  key: 'posted',
  heading: 'Posted',
  kind: 'text',
  value: ({ posted }) => (posted ? 'Yes' : voucherStatusWords['to-do']),
  width: 80,
  fileWidth: 11,
  only: 'file',
}
export const adjustedColumn: Column<VoucherRow> = {
  ...amountColumn('adjusted', 'Adjusted', ({ adjusted }) => adjusted),
  only: 'chosen',
}
