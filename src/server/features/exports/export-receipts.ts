import type { exportReceipts as endpoint } from '#contract/exports.ts'
import type { ReceiptWithClass } from '#contract/receipt.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import { count } from '#domain/count.ts'
import { receiptRemark, receivedBy, receivedTotals, type ReceivedTotals } from '#domain/received.ts'
import { receiptHeadings, receiptReportTitle, type ReceiptColumnKey } from '#domain/report-columns.ts'
import type { CallContext } from '#server/http/call.ts'
import type { OpenFile } from '#server/http/file-reply.ts'
import { aboutReport, classWords, dateWords, fileName, studentWords } from './about.ts'
import { batchesOrThrow, writeReport } from './report-file.ts'
import {
  amount,
  date,
  keptIn,
  later,
  number,
  sheetOf,
  text,
  type Cell,
  type Column,
  type Sheet,
} from './sheet.ts'
import { fetchReceipts } from '#server/records/export-rows.ts'

const column = (
  key: ReceiptColumnKey,
  width: number,
  cell: (receipt: ReceiptWithClass) => Cell,
  figures = false,
): Column<ReceiptWithClass> => ({ key, heading: receiptHeadings[key], width, cell, figures })

const receiptColumns: readonly Column<ReceiptWithClass>[] = [
  column('receiptNo', 14, ({ receiptNo }) => number(receiptNo), true),
  column('receivedDate', 14, ({ receivedDate }) => date(receivedDate)),
  column('rollNo', 9, ({ rollNo }) => number(rollNo), true),
  column('studentName', 28, ({ studentName }) => text(studentName)),
  column('studentClass', 12, ({ studentClass }) => text(studentClass)),
  column('section', 9, ({ section }) => text(section)),
  column('voucherNo', 20, ({ voucherNo }) => text(voucherNo)),
  column('amount', 14, (receipt) => amount(receipt.amount), true),
  column('receivedBy', 22, ({ receivedByName }) => text(receivedByName)),
  column('remark', 44, (receipt) => text(receiptRemark(receipt))),
]

/** The totals of a day, or of a receiver's user id. */
type Summed<Of extends string> = ReceivedTotals & { readonly of: Of }

const summed = (
  key: keyof ReceivedTotals,
  heading: string,
  cell: (totals: ReceivedTotals) => Cell,
): Column<ReceivedTotals> => ({ key, heading, width: 15, figures: true, cell })

const sumColumns: readonly Column<ReceivedTotals>[] = [
  summed('receipts', 'Receipts', ({ receipts }) => number(receipts)),
  summed('received', 'Received', ({ received }) => amount(received)),
  summed('reversed', 'Taken back', ({ reversed }) => amount(reversed)),
  summed('net', 'Net', ({ net }) => amount(net)),
]

const dayColumn: Column<Summed<CalendarDate>> = {
  key: 'of',
  heading: receiptHeadings.receivedDate,
  width: 14,
  cell: ({ of }) => date(of),
}

/** The receivers by name; the user id distinguishes two of the same name. */
const receiverColumns = (listed: readonly ReceiptWithClass[]): readonly Column<Summed<string>>[] => [
  {
    key: 'of',
    heading: receiptHeadings.receivedBy,
    width: 28,
    cell: ({ of }) => text(listed.find(({ receivedBy: by }) => by === of)?.receivedByName ?? of),
  },
  { key: 'userId', heading: 'User', width: 28, cell: ({ of }) => text(of) },
]

function foot(listed: readonly ReceiptWithClass[]) {
  const { receipts, reversals, net } = receivedTotals(listed)
  return {
    totals: {
      receiptNo: text(count(receipts, 'receipt')),
      receivedDate: text(count(reversals, 'reversal')),
      amount: amount(net),
    },
  }
}

/** What came in summed up on each day, newest first, and through each receiver's hands, as beside the table on the screen. */
function sumSheets(about: readonly string[], listed: readonly ReceiptWithClass[]): Sheet[] {
  const all = () => {
    const totals = receivedTotals(listed)
    const cells = sumColumns.map(({ key, cell }) => [key, cell(totals)] as const)
    return { totals: { of: text('All'), ...Object.fromEntries(cells) } }
  }
  const sheet = <Of extends string>(
    by: string,
    columns: readonly Column<Summed<Of>>[],
    rows: () => readonly Summed<Of>[],
  ): Sheet =>
    sheetOf({
      title: `${receiptReportTitle} by ${by}`,
      about,
      columns: [...columns, ...sumColumns],
      parts: later(rows),
      foot: all,
    })
  return [
    sheet('day', [dayColumn], () => receivedBy(listed, (receipt) => receipt.receivedDate).toReversed()),
    sheet('receiver', receiverColumns(listed), () => receivedBy(listed, (receipt) => receipt.receivedBy)),
  ]
}

/** What came in as a file: by receipt, and in Excel by day and by receiver too (spec 2.routes.fee-received). */
export async function exportReceipts(call: CallContext<typeof endpoint>, open: OpenFile): Promise<void> {
  const { params, body, scope } = call
  const receipts = await batchesOrThrow(
    fetchReceipts(scope, {
      students: params.type,
      studentClass: body.studentClass,
      section: body.section,
      fromDate: body.fromDate ?? null,
      toDate: body.toDate ?? null,
    }),
    'no-receipts',
  )
  const about = await aboutReport(scope, [
    ...classWords(body.studentClass, body.section),
    ...dateWords(body, receiptHeadings.receivedDate),
    studentWords(params.type),
  ])
  const listed: ReceiptWithClass[] = []
  const sheet = sheetOf({
    title: receiptReportTitle,
    about,
    columns: receiptColumns,
    parts: keptIn(listed, receipts),
    foot: () => foot(listed),
  })
  const name = fileName(receiptReportTitle, scope, body)
  await writeReport(open, params.format, { name, sheets: [sheet, ...sumSheets(about, listed)] })
}
