import { formatRupees, type Money } from '#domain/money.ts'
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

type VoucherColumn<Key extends string> = Column<VoucherRow> & { readonly key: Key }

interface AmountColumn<Key extends TotalledColumn> {
  readonly key: Key
  readonly heading: string
  readonly of: (row: VoucherRow) => Money
  readonly width?: number
  readonly text?: (amount: Money) => string
}

const amountColumn = <Key extends TotalledColumn>(column: AmountColumn<Key>): VoucherColumn<Key> => ({
  key: column.key,
  heading: column.heading,
  width: column.width ?? 100,
  figures: true,
  cell: (row) => (column.text ?? formatRupees)(column.of(row)),
  sortBy: column.of,
})

const balanceColumn = <Key extends TotalledColumn>(column: AmountColumn<Key>): VoucherColumn<Key> =>
  amountColumn({ width: 132, text: balanceText, ...column })

// The headings are the specification's, spelling included (spec §2 Fee record).
export const voucherColumns = {
  voucherNo: {
    key: 'voucherNo',
    heading: 'Voucher #',
    width: 130,
    whole: ({ voucherNo }) => voucherNo,
    pinned: true,
    cell: ({ voucherNo }) => voucherNo,
    sortBy: ({ voucherNo }) => voucherNo,
  },
  issueDate: {
    key: 'issueDate',
    heading: 'Issue Date',
    width: 104,
    cell: ({ issueDate }) => wireDate(issueDate),
    sortBy: ({ issueDate }) => issueDate,
  },
  monthlyFee: amountColumn({ key: 'monthlyFee', heading: 'Tution Fee', of: (row) => row.monthlyFee }),
  examinationFee: amountColumn({
    key: 'examinationFee',
    heading: 'Examination Fee',
    width: 112,
    of: (row) => row.examinationFee,
  }),
  registrationFee: amountColumn({
    key: 'registrationFee',
    heading: 'Registration Fee',
    width: 112,
    of: (row) => row.registrationFee,
  }),
  admissionFee: amountColumn({
    key: 'admissionFee',
    heading: 'Admission Fee',
    of: (row) => row.admissionFee,
  }),
  fine: amountColumn({ key: 'fine', heading: 'Fine', width: 76, of: (row) => row.fine }),
  discount: amountColumn({ key: 'discount', heading: 'Discount', of: (row) => row.discount }),
  rollNo: studentColumns.rollNo,
  studentName: { ...studentColumns.studentName, width: 200 },
  left: {
    key: 'left',
    heading: 'Left Student',
    width: 76,
    cell: ({ left }) => (left ? 'Left' : ''),
    sortBy: ({ left }) => Number(left),
  },
  arrears: balanceColumn({ key: 'arrears', heading: 'Arrears', of: (row) => row.arrears }),
  thisMonth: amountColumn({
    key: 'thisMonth',
    heading: 'This Month receivables',
    width: 112,
    of: thisMonth,
  }),
  netReceivable: balanceColumn({ key: 'netReceivable', heading: 'Net receivables', of: netReceivable }),
  received: amountColumn({ key: 'received', heading: 'Received', of: (row) => row.received }),
  netBalance: balanceColumn({ key: 'netBalance', heading: 'Net Balance', of: netBalance }),
} satisfies Record<string, VoucherColumn<string>>

export type VoucherColumnKey = keyof typeof voucherColumns

const balances: readonly VoucherColumnKey[] = ['arrears', 'netReceivable', 'netBalance']

/** The texts of a totals row: the record count under the first column, sums under the others. */
export function totalsTexts(totals: Totals): Record<string, string> {
  const { count, ...sums } = totals
  const texts: Record<string, string> = {
    voucherNo: `${count.toLocaleString('en')} ${count === 1 ? 'record' : 'records'}`,
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
