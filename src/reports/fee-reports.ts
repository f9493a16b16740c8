// The reports Fee record, Net Receivables, Fee receivables and Print Fee Vouchers.

import { count } from '#domain/count.ts'
import { formatRupees, less, nothing, sum } from '#domain/money.ts'
import {
  feeRecordTotals,
  netReceivablesTotals,
  outstandingNow,
  totalledColumns,
  trueTotals,
  type Totals,
} from '#domain/voucher-amounts.ts'
import { voucherStatusWords } from '#domain/voucher-status.ts'
import {
  aboutKind,
  asOfFilter,
  asOfIn,
  classFilters,
  kindButtons,
  kindFilter,
  monthFilter,
} from './common-filters.ts'
import type { QueryOf, TotalsOf } from './list.ts'
import type { Cells, Column, Figure, Note, Report } from './report.ts'
import { dueSinceColumn } from './shared-columns.ts'
import {
  adjustedColumn,
  callingColumns,
  chargedColumns,
  leftColumn,
  netBalanceColumn,
  optionalColumns,
  optionalDueSinceColumn,
  postedColumn,
  receivableColumns,
  receivedColumn,
  statusFacet,
  voucherList,
  type VoucherRow,
} from './voucher-list.ts'

type Vouchers = typeof voucherList

const columnsOf =
  ({ last, paidStatus, calling = 'chosen' }: FeeReport): Report<Vouchers>['columns'] =>
  ({ type }) => [
    ...chargedColumns,
    ...optionalColumns,
    ...(paidStatus === 'unpaid' ? callingColumns(calling) : []),
    ...(type === 'all' ? [leftColumn] : []),
    ...receivableColumns,
    ...last,
    ...(last.includes(dueSinceColumn) ? [] : [optionalDueSinceColumn]),
    postedColumn,
  ]

const sumsOf = ({ count: vouchers, sums }: TotalsOf<Vouchers>): Totals => ({
  ...trueTotals([sums]),
  count: vouchers,
})

/** Computes the totals row from the true sums (spec 2.fee-record.totals, spec 5.amounts.receivables). */
type TotalsRule = (sums: Totals) => Totals

const footOf =
  (totalsRule: TotalsRule) =>
  (totals: TotalsOf<Vouchers>): Cells => {
    const { count: records, ...sums } = totalsRule(sumsOf(totals))
    return { voucherNo: count(records, 'record'), ...sums }
  }

/** The vouchers' own charges, without the arrears they carry. */
const ownColumns = totalledColumns.filter(
  (key) => key !== 'arrears' && key !== 'netReceivable' && key !== 'netBalance',
)

/** Notes true sums if the totals row differs, and the debt (decisions 3.odd-totals, decisions 3.arrears.carried). */
const notesOf =
  (totalsRule: TotalsRule, columns: Report<Vouchers>['columns']): NonNullable<Report<Vouchers>['notes']> =>
  (totals, kept, query) => {
    const sums = sumsOf(totals)
    const totalsRow = totalsRule(sums)
    const keys = new Set(columns(query).map(({ key }) => key))
    const differing = totalledColumns.filter((key) => keys.has(key) && sums[key] !== totalsRow[key])
    const owed = outstandingNow(kept)
    const drafts = kept.filter(({ posted }) => !posted)
    const notes: Note[] = keys.has('netBalance') ? [...adjustedNote(kept)] : []
    if (differing.length > 0) {
      const amounts = Object.fromEntries(differing.map((key) => [key, sums[key]]))
      notes.push({ text: 'True sums', amounts })
    }
    if (owed !== sums.netBalance || kept.some(({ carriedTo, paid }) => carriedTo !== null && !paid)) {
      notes.push({
        text: `Dues ${asOfIn(query) === undefined ? 'now' : 'that evening'} (arrears counted once, advances not deducted)`,
        amounts: owed,
      })
    }
    if (drafts.length > 0) {
      const { count: vouchers, ...charged } = trueTotals(drafts)
      const ownCharges = ownColumns.map((key) => [key, charged[key]])
      const text = `Of which not posted: ${count(vouchers, 'voucher')}`
      notes.push({ only: 'file', text, amounts: Object.fromEntries(ownCharges) })
    }
    return notes
  }

const maxNamed = 3

/** Notes the adjustments, because the specified columns up to Net Balance do not include them. */
function adjustedNote(kept: readonly VoucherRow[]): readonly Note[] {
  const vouchers = kept.filter(({ adjusted }) => adjusted !== 0)
  if (vouchers.length === 0) return []
  const numbers = vouchers.map(({ voucherNo }) => voucherNo).join(', ')
  const onVouchers = vouchers.length > maxNamed ? count(vouchers.length, 'voucher') : numbers
  const netBalance = sum(...vouchers.map(({ adjusted }) => adjusted))
  return [{ text: `Adjusted, on ${onVouchers}`, amounts: { netBalance } }]
}

/** Returns the true sums of the most important columns, even if the totals row differs. */
const figuresOf =
  (columns: readonly Column<VoucherRow>[]): NonNullable<Report<Vouchers>['figures']> =>
  (totals) => {
    const sums = sumsOf(totals)
    const headings = new Map(columns.map(({ key, heading }) => [key, heading]))
    const figureKeys = ['thisMonth', 'netReceivable', 'received', 'adjusted', 'netBalance'] as const
    return figureKeys.flatMap((key) => {
      const label = headings.get(key)
      const isShown = label !== undefined && (key !== 'adjusted' || sums.adjusted !== 0)
      return isShown ? [{ label, amount: sums[key] }] : []
    })
  }

/** Splits the net balance by the due dates of the debts; the rest is on later vouchers, which carry it. */
const debtFigures: NonNullable<Report<Vouchers>['figures']> = (totals, rows) => {
  const total = (key: 'overdue' | 'notDue' | 'notPosted') => sum(nothing, ...rows.map((row) => row[key]))
  const [overdue, notDue, notPosted] = [total('overdue'), total('notDue'), total('notPosted')]
  const { netBalance } = sumsOf(totals)
  const others: readonly Figure[] = [
    { label: voucherStatusWords['to-do'], amount: notPosted },
    { label: voucherStatusWords.carried, amount: less(netBalance, sum(overdue, notDue, notPosted)) },
  ]
  return [
    { label: voucherStatusWords.overdue, amount: overdue, status: 'overdue' },
    { label: voucherStatusWords.unpaid, amount: notDue },
    ...others.filter(({ amount }) => amount !== 0),
    { label: netBalanceColumn.heading, amount: netBalance },
  ]
}

/** States the number of drafts and their charges without arrears. */
function notPostedNote(rows: readonly VoucherRow[]): string {
  const { count: vouchers, thisMonth: charged } = trueTotals(rows.filter(({ posted }) => !posted))
  return vouchers === 0
    ? ''
    : `Of which not posted: ${count(vouchers, 'voucher')}, Rs ${formatRupees(charged)}`
}

interface FeeReport {
  readonly name: string
  readonly place: Pick<Report['place'], 'path' | 'label'>
  readonly title: string
  readonly lead: string
  readonly paidStatus: QueryOf<Vouchers>['paidStatus']
  readonly toDateOf: QueryOf<Vouchers>['toDateOf']
  readonly last: readonly Column<VoucherRow>[]
  readonly totalsRule?: TotalsRule
  readonly buttons?: Report<Vouchers>['buttons']
  readonly print?: string
  /** If omitted, the report opens with the newest month. */
  readonly month?: typeof monthFilter | { readonly month: Omit<(typeof monthFilter)['month'], 'start'> }
  /** Set if telephone and months owed are on paper and in files; by default they are shown if chosen. */
  readonly calling?: 'paper' | 'chosen'
  /** If omitted, users may choose an earlier evening. */
  readonly asOf?: typeof asOfFilter | { readonly asOf: { readonly setBy: 'button' } }
}

const dateWords = { issueDate: 'Issue Date', dueDate: 'Due Date' } as const

function feeReport(report: FeeReport): Report<Vouchers> {
  const { name, last, totalsRule = (sums) => sums, toDateOf, asOf = asOfFilter, month = monthFilter } = report
  const columns = columnsOf(report)
  return {
    name,
    list: voucherList,
    place: { ...report.place, tab: 'monthly-fee-reports' },
    filePath: `/finances/exportVouchers/${name}/:format/:type/:campus/:paidStatus`,
    title: report.title,
    lead: report.lead,
    filters: {
      ...classFilters,
      fromDate: { label: `From Date (${dateWords.issueDate})` },
      toDate: { label: `To Date (${dateWords[toDateOf]})` },
      ...month,
      ...asOf,
      ...kindFilter,
      paidStatus: { label: 'Vouchers', fixed: report.paidStatus },
      toDateOf: { fixed: toDateOf },
      unposted: {
        label: voucherStatusWords['to-do'],
        words: { leftOut: 'left out' },
        setBy: 'chip',
        chip: { label: 'Posted only', value: 'leftOut', leavesOut: 'to-do' },
      },
    },
    buttons: report.buttons ?? kindButtons,
    heading: ({ type }) => `Fee vouchers for ${type} students`,
    about: aboutKind,
    columns,
    keyOf: ({ voucherNo }) => voucherNo,
    noun: 'voucher',
    loadingText: (totals) => `net balance Rs ${formatRupees(sumsOf(totals).netBalance)}`,
    figures: last.includes(dueSinceColumn) ? debtFigures : figuresOf([...receivableColumns, ...last]),
    sumsNote: notPostedNote,
    facet: statusFacet(report.paidStatus === 'unpaid'),
    keepsRow: ({ paid, posted, adjusted }) => !paid || !posted || adjusted !== 0,
    foot: footOf(totalsRule),
    notes: notesOf(totalsRule, columns),
    find: {
      in: ({ voucherNo, rollNo, studentName }) => `${voucherNo} ${rollNo} ${studentName}`,
      hint: 'Nothing matches. Check the spelling or clear the search.',
    },
    words: {
      loading: 'Loading the vouchers',
      none: { alert: 'No vouchers found' },
      failed: 'Failed to get vouchers',
      ...(report.print !== undefined && { print: report.print }),
    },
  }
}

/** Every voucher of a campus with the amount received on it (spec 2.fee-record). */
export const feeRecord = feeReport({
  name: 'fee-record',
  place: { path: '/fee-record', label: 'Total fee record' },
  title: 'Fee record',
  lead: 'Vouchers with the amounts charged, received and left to pay.',
  paidStatus: 'all',
  toDateOf: 'dueDate',
  last: [receivedColumn, adjustedColumn, netBalanceColumn],
  totalsRule: feeRecordTotals,
})

/** The amounts that are still to be received, by voucher (spec 2.net-receivables). */
export const netReceivables = feeReport({
  name: 'net-receivables',
  place: { path: '/net-receivables', label: 'Net receivables' },
  title: 'Net Receivables',
  lead: 'Unpaid vouchers and how much is left to pay. Each debt is counted once.',
  paidStatus: 'unpaid',
  toDateOf: 'issueDate',
  last: [receivedColumn, adjustedColumn, { ...netBalanceColumn, green: true }, dueSinceColumn],
  totalsRule: netReceivablesTotals,
  month: { month: { label: monthFilter.month.label, setBy: 'preset' } },
  calling: 'paper',
})

/** The totals are the sums of their columns (spec 2.routes.fee-vouchers, spec 5.amounts.receivables). */
export const feeReceivables = feeReport({
  name: 'fee-vouchers',
  place: { path: '/fee-vouchers', label: 'Fee receivables' },
  title: 'Fee receivables',
  lead: 'All vouchers, paid and unpaid, with arrears from earlier months.',
  paidStatus: 'all',
  toDateOf: 'issueDate',
  last: [],
})

/** The unpaid vouchers of students at school (spec 2.print). */
export const printVouchers = feeReport({
  name: 'print-vouchers',
  place: { path: '/print-vouchers', label: '3-copies fee voucher' },
  title: 'Print Fee Vouchers',
  lead: 'Unpaid vouchers to print: one page each, with copies for parent, school and bank.',
  paidStatus: 'unpaid',
  toDateOf: 'dueDate',
  last: [],
  buttons: [{ label: 'Show Data', sets: { type: 'admitted' } }],
  print: 'Print list',
  // Families get the amount due now, so no button sets an earlier evening.
  asOf: { asOf: { setBy: 'button' } },
})
