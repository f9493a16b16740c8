import type { VoucherRow } from '#contract/voucher-rows.ts'
import { formatDate } from '#domain/calendar.ts'
import { count } from '#domain/count.ts'
import { byHead, headsIn, type FeeHeadKey } from '#domain/fee-heads.ts'
import { formatRupees, type Money } from '#domain/money.ts'
import { voucherHeadings, type VoucherColumnKey } from '#domain/report-columns.ts'
import {
  netBalance,
  netReceivable,
  thisMonth,
  totalledColumns,
  type TotalledColumn,
  type Totals,
} from '#domain/voucher-amounts.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { studentColumns } from './student-columns.tsx'

/** `12,500`; what was paid in advance says so. */
export const balanceText = (amount: Money): string =>
  amount < 0 ? `${formatRupees(amount)} advance` : formatRupees(amount)

type VoucherColumn = Column<VoucherRow> & { readonly key: VoucherColumnKey }

const named = (key: VoucherColumnKey) => ({ key, heading: voucherHeadings[key] })

interface AmountColumn {
  readonly key: TotalledColumn
  readonly of: (row: VoucherRow) => Money
  readonly width?: number
  readonly text?: (amount: Money) => string
}

const amountColumn = (column: AmountColumn): VoucherColumn => ({
  ...named(column.key),
  width: column.width ?? 100,
  figures: true,
  cell: (row) => (column.text ?? formatRupees)(column.of(row)),
  sortBy: column.of,
})

const balanceColumn = (column: AmountColumn): VoucherColumn =>
  amountColumn({ width: 132, text: balanceText, ...column })

/** Wide enough for the heading. */
function chargeWidth(key: FeeHeadKey): number {
  const { length } = voucherHeadings[key]
  if (length > 14) return 112
  return length > 4 ? 100 : 76
}

/** How each column of the fee reports shows, sorts and aligns what it holds; spec 2.fee-record.columns names and orders them. */
export const voucherColumns: Readonly<Record<VoucherColumnKey, VoucherColumn>> = {
  voucherNo: {
    ...named('voucherNo'),
    width: 130,
    whole: ({ voucherNo }) => voucherNo,
    pinned: true,
    cell: ({ voucherNo }) => voucherNo,
    sortBy: ({ voucherNo }) => voucherNo,
  },
  issueDate: {
    ...named('issueDate'),
    width: 104,
    cell: ({ issueDate }) => formatDate(issueDate),
    sortBy: ({ issueDate }) => issueDate,
  },
  ...byHead(headsIn('report'), ({ key }) =>
    amountColumn({ key, width: chargeWidth(key), of: (row) => row[key] }),
  ),
  rollNo: { ...studentColumns.rollNo, ...named('rollNo') },
  studentName: { ...studentColumns.studentName, ...named('studentName'), width: 200 },
  left: {
    ...named('left'),
    width: 76,
    cell: ({ left }) => (left ? 'Left' : ''),
    sortBy: ({ left }) => Number(left),
  },
  arrears: balanceColumn({ key: 'arrears', of: (row) => row.arrears }),
  thisMonth: amountColumn({ key: 'thisMonth', width: 112, of: thisMonth }),
  netReceivable: balanceColumn({ key: 'netReceivable', of: netReceivable }),
  received: amountColumn({ key: 'received', of: (row) => row.received }),
  netBalance: balanceColumn({ key: 'netBalance', of: netBalance }),
}

const balances: readonly VoucherColumnKey[] = ['arrears', 'netReceivable', 'netBalance']

/** The texts of a totals row: the record count under the first column, sums under the others. */
export function totalsTexts(totals: Totals): Record<string, string> {
  const { count: records, ...sums } = totals
  const texts: Record<string, string> = {
    voucherNo: count(records, 'record'),
  }
  for (const key of totalledColumns) {
    texts[key] = balances.includes(key) ? balanceText(sums[key]) : formatRupees(sums[key])
  }
  return texts
}
