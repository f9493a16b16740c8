import { count } from '#domain/count.ts'
import { byHead, headsIn, type FeeHeadKey } from '#domain/fee-heads.ts'
import type { Money } from '#domain/money.ts'
import {
  voucherHeadings,
  voucherReportColumns,
  voucherReportTotals,
  type VoucherColumnKey,
  type VoucherReportName,
} from '#domain/report-columns.ts'
import {
  bothTotals,
  netBalance,
  netReceivable,
  outstandingNow,
  thisMonth,
  trueTotals,
  type Totals,
} from '#domain/voucher-amounts.ts'
import type { ListedVoucher } from '#server/records/export-rows.ts'
import { amount, date, number, text, type Cell, type CellsByColumn, type Column } from './sheet.ts'

type VoucherCell = (voucher: ListedVoucher) => Cell

const column = (
  key: VoucherColumnKey,
  width: number,
  cell: VoucherCell,
  figures = false,
): Column<ListedVoucher> => ({ key, heading: voucherHeadings[key], width, cell, figures })

const amounts = (key: VoucherColumnKey, width: number, of: (voucher: ListedVoucher) => Money) =>
  column(key, width, (voucher) => amount(of(voucher)), true)

/** Wide enough for the heading and for an amount. */
function chargeWidth(key: FeeHeadKey): number {
  const { length } = voucherHeadings[key]
  if (length > 14) return 13
  return length > 4 ? 12 : 10
}

export const voucherColumns: Readonly<Record<VoucherColumnKey, Column<ListedVoucher>>> = {
  voucherNo: column('voucherNo', 20, ({ voucherNo }) => text(voucherNo)),
  issueDate: column('issueDate', 13, ({ issueDate }) => date(issueDate)),
  ...byHead(headsIn('report'), ({ key }) => amounts(key, chargeWidth(key), (voucher) => voucher[key])),
  rollNo: column('rollNo', 9, ({ rollNo }) => number(rollNo), true),
  studentName: column('studentName', 28, ({ studentName }) => text(studentName)),
  left: column('left', 9, ({ left }) => text(left ? 'Left' : '')),
  arrears: amounts('arrears', 14, ({ arrears }) => arrears),
  thisMonth: amounts('thisMonth', 14, thisMonth),
  netReceivable: amounts('netReceivable', 14, netReceivable),
  received: amounts('received', 14, ({ received }) => received),
  netBalance: amounts('netBalance', 14, netBalance),
}

const sumsIn = ({ count: _, ...sums }: Totals): [key: string, sum: Money][] => Object.entries(sums)

const cellsOf = (sums: readonly (readonly [key: string, sum: Money])[]): CellsByColumn =>
  Object.fromEntries(sums.map(([key, sum]) => [key, amount(sum)]))

/** Collects the figures for the foot of a report while its vouchers are written; paid vouchers are not kept in memory. */
export class VouchersWritten {
  #sums = trueTotals([])
  #isAnyTakenOver = false
  readonly #unpaid: ListedVoucher[] = []

  add(part: readonly ListedVoucher[]): void {
    this.#sums = bothTotals(this.#sums, trueTotals(part))
    for (const voucher of part) {
      if (voucher.carriedTo !== null) this.#isAnyTakenOver = true
      if (!voucher.paid) this.#unpaid.push(voucher)
    }
  }

  /** The totals row of the screen; below it the true sums where they differ, and what is owed (decisions 3.odd-totals). */
  foot(report: VoucherReportName) {
    const sums = this.#sums
    const totals = sumsIn(voucherReportTotals[report](sums))
    const other = sumsIn(sums).filter(([, sum], index) => totals[index]?.[1] !== sum)
    const owed = outstandingNow(this.#unpaid)
    const notes: CellsByColumn[] = []
    if (other.length > 0) notes.push({ voucherNo: text('True sums'), ...cellsOf(other) })
    if (owed !== sums.netBalance || this.#isAnyTakenOver) {
      const last = voucherReportColumns(report, 'all').at(-1) ?? 'netBalance'
      notes.push({ voucherNo: text('Outstanding now, each debt counted once'), [last]: amount(owed) })
    }
    return { totals: { voucherNo: text(count(sums.count, 'record')), ...cellsOf(totals) }, notes }
  }
}
