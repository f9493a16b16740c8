import { count } from '#domain/count.ts'
import { formatRupees, type Money } from '#domain/money.ts'
import { voucherHeadings, type VoucherColumnKey } from '#domain/report-columns.ts'
import { netBalance, netReceivable, thisMonth, type Totals } from '#domain/voucher-amounts.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { studentColumns } from './student-columns.tsx'
import type { VoucherRow } from './voucher-row.ts'
import { wireDate } from './wire-date.ts'

/** Columns that have a total, by their name among the totals. */
export type TotalledColumn = Exclude<keyof Totals, 'count'>

/** `12,500`; what was paid in advance says so. */
export const balanceText = (amount: Money): string =>
  amount < 0 ? `${formatRupees(amount)} advance` : formatRupees(amount)

type VoucherColumn<Key extends VoucherColumnKey> = Column<VoucherRow> & { readonly key: Key }

const named = <Key extends VoucherColumnKey>(key: Key) => ({ key, heading: voucherHeadings[key] })

interface AmountColumn<Key extends TotalledColumn> {
  readonly key: Key
  readonly of: (row: VoucherRow) => Money
  readonly width?: number
  readonly text?: (amount: Money) => string
}

const amountColumn = <Key extends TotalledColumn>(column: AmountColumn<Key>): VoucherColumn<Key> => ({
  ...named(column.key),
  width: column.width ?? 100,
  figures: true,
  cell: (row) => (column.text ?? formatRupees)(column.of(row)),
  sortBy: column.of,
})

const balanceColumn = <Key extends TotalledColumn>(column: AmountColumn<Key>): VoucherColumn<Key> =>
  amountColumn({ width: 132, text: balanceText, ...column })

/** How each column of the fee reports shows, sorts and aligns what it holds; spec 2.fee-record.columns names and orders them. */
export const voucherColumns: { readonly [Key in VoucherColumnKey]: VoucherColumn<Key> } = {
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
    cell: ({ issueDate }) => wireDate(issueDate),
    sortBy: ({ issueDate }) => issueDate,
  },
  monthlyFee: amountColumn({ key: 'monthlyFee', of: (row) => row.monthlyFee }),
  examinationFee: amountColumn({ key: 'examinationFee', width: 112, of: (row) => row.examinationFee }),
  registrationFee: amountColumn({ key: 'registrationFee', width: 112, of: (row) => row.registrationFee }),
  admissionFee: amountColumn({ key: 'admissionFee', of: (row) => row.admissionFee }),
  fine: amountColumn({ key: 'fine', width: 76, of: (row) => row.fine }),
  discount: amountColumn({ key: 'discount', of: (row) => row.discount }),
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

export const totalledColumns = [
  'monthlyFee',
  'examinationFee',
  'registrationFee',
  'admissionFee',
  'fine',
  'discount',
  'arrears',
  'thisMonth',
  'netReceivable',
  'received',
  'netBalance',
] as const satisfies readonly TotalledColumn[]
