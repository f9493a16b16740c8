import type { ReceiptWithClass } from '#contract/receipt.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import { methodWords, type PaymentMethod } from '#domain/payment-method.ts'
import { receivedBy, receivedByMethod, receivedTotals, type ReceivedTotals } from '#domain/received.ts'
import { breakdown, fieldColumn, type Cells, type Column } from './report.ts'
import { peopleIn } from './shared-columns.ts'

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

export function receiversIn(rows: readonly ReceiptWithClass[]) {
  return peopleIn(rows.map((row) => ({ who: row.receivedBy, whoName: row.receivedByName })))
}

/** The amount received on each day, newest first. */
export const byDay = breakdown<ReceiptWithClass, Line<CalendarDate>>({
  title: 'By day',
  columns: [fieldColumn('date', 'group', 'Received Date', { width: 120, fileWidth: 14 }), ...lineColumns],
  lines: (rows) => receivedBy(rows, ({ receivedDate }) => receivedDate).toReversed(),
  foot: totalsRow,
})

export const byMethod = breakdown<ReceiptWithClass, Line & { readonly group: PaymentMethod }>({
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

export const byReceiver = breakdown<ReceiptWithClass, Line & { readonly name: string }>({
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
