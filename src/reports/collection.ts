import { z } from 'zod/mini'
import { schoolClass } from '#contract/fields.ts'
import { money } from '#contract/wire.ts'
import { formatMonth, monthOf, monthText, type Month } from '#domain/calendar.ts'
import { count } from '#domain/count.ts'
import { shareOf } from '#domain/money.ts'
import {
  asOfField,
  asOfFilter,
  dateFields,
  daysInWords,
  monthField,
  monthIn,
  thisMonth,
} from './common-filters.ts'
import { list, type RowOf } from './list.ts'
import { fieldColumn, type Column, type Report } from './report.ts'

const classRow = z.object({
  studentClass: schoolClass,
  billed: money,
  /** The amount on draft vouchers, which is not owed yet; with a month, `billed` leaves it out. */
  notPosted: money,
  /**
   * The amounts received on the same days: for the billed vouchers, for earlier vouchers, and in advance. With a month,
   * the collected part of `billed`, whenever it was received (domain/collected.ts), and the amounts received on the
   * month's vouchers for arrears and in advance.
   */
  onBilled: money,
  onArrears: money,
  inAdvance: money,
  /** All money received on these days, or on the days of the month. */
  received: money,
})

/** The amounts billed to each class on some days or for a month, and what was received. */
export const collectionList = list({
  name: 'collectionList',
  method: 'POST',
  path: '/finances/getCollection/:campus',
  summary:
    'What was billed on some days or for a month by class, and what was received: for it, for arrears and in advance',
  query: z.object({ ...dateFields, ...monthField, ...asOfField }),
  row: classRow,
  dependsOnPosting: true,
  sums: ['billed', 'notPosted', 'onBilled', 'onArrears', 'inAdvance', 'received'],
  items: 'classes',
  item: classRow,
  found: 'Collection fetched',
  none: 'no-entries',
})

type ClassRow = RowOf<typeof collectionList>

const amountWidths = { width: 110, fileWidth: 16 }

const columnsOf = (month: Month | null): readonly Column<ClassRow>[] => [
  fieldColumn('class', 'studentClass', 'Class', { width: 100, fileWidth: 14, pinned: true }),
  fieldColumn('amount', 'billed', 'Billed', amountWidths),
  fieldColumn('amount', 'onBilled', month ? 'Collected' : 'Received on it', amountWidths),
  {
    key: 'share',
    heading: month ? 'Collected in %' : 'Share in %',
    kind: 'number',
    value: ({ onBilled, billed }) => shareOf(onBilled, billed),
    width: 80,
    fileWidth: 12,
  },
  fieldColumn('amount', 'onArrears', 'Received on arrears', amountWidths),
  fieldColumn('amount', 'inAdvance', 'In advance', amountWidths),
  fieldColumn('amount', 'received', month ? 'Cash received' : 'Received', amountWidths),
]

/** The billed amounts, and the part of them that was received. */
export const collection: Report<typeof collectionList> = {
  name: 'collection',
  list: collectionList,
  place: { path: '/collection', label: 'Collection against billing', tab: 'accounts' },
  filePath: '/finances/exportCollection/:format/:campus',
  title: 'Collection against billing',
  lead: 'What was billed to each class and how much of it was received; receipts pay the oldest month first. With a month: its posted vouchers less waivers, how much of them is paid, the arrears and advances paid with them, and the cash received in the month.',
  filters: {
    fromDate: { label: 'From Date', start: thisMonth },
    toDate: { label: 'To Date', start: (today) => today },
    month: { label: 'Month', setBy: 'preset', start: (today) => monthText(monthOf(today)) },
    ...asOfFilter,
  },
  buttons: [{ label: 'Show collection' }],
  heading(query) {
    const month = monthIn(query)
    return month ? `Collected for ${formatMonth(month)}` : `Billed and received${daysInWords(query)}`
  },
  columns: (query) => columnsOf(monthIn(query)),
  keyOf: ({ studentClass }) => studentClass,
  noun: 'line',
  countText: (rows) => count(rows.length, 'class', 'classes'),
  figures: ({ sums }) => [
    { label: 'Billed', amount: sums.billed },
    { label: 'Collected', amount: sums.onBilled },
    { label: 'Cash received', amount: sums.received },
  ],
  keepsRow: () => false,
  foot: ({ count: lines, sums }) => ({
    studentClass: count(lines, 'class', 'classes'),
    ...sums,
    share: shareOf(sums.onBilled, sums.billed),
  }),
  notes: ({ sums }, _, query) =>
    sums.notPosted === 0
      ? []
      : [
          {
            text: monthIn(query) ? 'Not posted and not billed yet' : 'Of what was billed, not posted yet',
            amounts: { billed: sums.notPosted },
          },
        ],
  find: { in: ({ studentClass }) => `class ${studentClass}`, hint: 'Enter a class, or clear the search.' },
  words: {
    loading: 'Adding up the classes',
    none: { title: 'No entries found', hint: 'Nothing was billed or received on these days.' },
    failed: 'Getting the collection failed',
  },
}
