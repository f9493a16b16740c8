import { formatDate } from '#domain/calendar.ts'
import { count } from '#domain/count.ts'
import { formatRupees } from '#domain/money.ts'
import type { ReceivedTotals } from '#domain/received.ts'
import { receiptHeadings, type ReceiptColumnKey } from '#domain/report-columns.ts'
import { studentColumns } from '#web/parts/student-columns.tsx'
import type { Column, FootRow } from '#web/ui/data-table.tsx'
import type { ReceiptRow } from './receipt-row.ts'

const column = (
  key: ReceiptColumnKey,
  drawn: Omit<Column<ReceiptRow>, 'key' | 'heading'>,
): Column<ReceiptRow> => ({ ...drawn, key, heading: receiptHeadings[key] })

export const receiptColumns: readonly Column<ReceiptRow>[] = [
  column('receiptNo', {
    width: 92,
    figures: true,
    pinned: true,
    cell: ({ receiptNo }) => receiptNo,
    sortBy: ({ receiptNo }) => receiptNo,
  }),
  column('receivedDate', {
    width: 110,
    cell: ({ receivedDate }) => formatDate(receivedDate),
    sortBy: ({ receivedDate }) => receivedDate,
  }),
  column('rollNo', studentColumns.rollNo),
  column('studentName', { ...studentColumns.studentName, width: 200 }),
  column('studentClass', studentColumns.studentClass),
  column('section', studentColumns.section),
  column('voucherNo', {
    width: 130,
    whole: ({ voucherNo }) => voucherNo,
    cell: ({ voucherNo }) => voucherNo,
    sortBy: ({ voucherNo }) => voucherNo,
  }),
  column('amount', {
    width: 110,
    figures: true,
    cell: ({ amount }) => formatRupees(amount),
    sortBy: ({ amount }) => amount,
  }),
  column('receivedBy', {
    width: 150,
    wraps: true,
    cell: ({ receivedByName }) => receivedByName,
    sortBy: ({ receivedByName }) => receivedByName.toLocaleLowerCase(),
  }),
  column('remark', {
    width: 280,
    wraps: true,
    cell: ({ remark }) => remark,
    sortBy: ({ remark }) => remark,
  }),
]

/** `38 receipts and 1 reversal`. */
export const receiptsCounted = ({ receipts, reversals }: ReceivedTotals): string =>
  reversals === 0
    ? count(receipts, 'receipt')
    : `${count(receipts, 'receipt')} and ${count(reversals, 'reversal')}`

/** The foot of the table: how many receipts and reversals there are, and what is left of them. */
export const receiptFoot = ({ receipts, reversals, net }: ReceivedTotals): FootRow => ({
  key: 'totals',
  cells: {
    receiptNo: count(receipts, 'receipt'),
    receivedDate: count(reversals, 'reversal'),
    amount: formatRupees(net),
  },
})
