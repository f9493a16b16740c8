// Owed at the start + brought in + charged + adjusted - received + moved = owed at the end.

import { z } from 'zod/mini'
import { classFigures } from '#contract/closed-days.ts'
import { money } from '#contract/wire.ts'
import { count } from '#domain/count.ts'
import { figureNames, movedIn, type ClassLine } from '#domain/roll-forward.ts'
import { asOfField, asOfFilter, dateFields, daysInWords, thisMonth } from './common-filters.ts'
import { list } from './list.ts'
import { fieldColumn, type Column, type Report } from './report.ts'

const classInList = z.extend(classFigures, {
  /** The part of the debt at the end that drafts charge, which is not owed yet. */
  notPosted: money,
})

/** Classes without figures are left out. */
export const rollForwardList = list({
  name: 'rollForwardList',
  method: 'POST',
  path: '/finances/getRollForward/:campus',
  summary:
    'What each class owed at the start of some days, what opening balances were brought in, what was charged, adjusted and received in them, and what it owed at the end',
  query: z.object({ ...dateFields, ...asOfField }),
  row: classInList,
  dependsOnPosting: true,
  sums: [...figureNames, 'notPosted'],
  items: 'classes',
  item: classInList,
  found: 'Roll-forward fetched',
  none: 'no-entries',
})

const amountWidths = { width: 92, fileWidth: 16 }
const balanceWidths = { width: 122, fileWidth: 16 }

/** The figures of a class, in the order in which they are added up. */
const rollForwardColumns: readonly Column<ClassLine>[] = [
  fieldColumn('class', 'studentClass', 'Class', { width: 84, fileWidth: 14, pinned: true }),
  fieldColumn('balance', 'opening', 'Owed at the start', balanceWidths),
  fieldColumn('amount', 'broughtIn', 'Brought in', amountWidths),
  fieldColumn('amount', 'charged', 'Charged', amountWidths),
  fieldColumn('amount', 'adjusted', 'Adjusted', amountWidths),
  fieldColumn('amount', 'received', 'Received', amountWidths),
  {
    key: 'moved',
    heading: 'Moved between classes',
    kind: 'amount',
    value: movedIn,
    width: 96,
    fileWidth: 16,
  },
  fieldColumn('balance', 'closing', 'Owed at the end', balanceWidths),
]

/** Returns the columns, with opening balances only if some were brought in on these days. */
export const rollForwardColumnsOf = (lines: readonly ClassLine[]): readonly Column<ClassLine>[] =>
  rollForwardColumns.filter(
    ({ key }) => key !== 'broughtIn' || lines.some(({ broughtIn }) => broughtIn !== 0),
  )

/** The figures of a month by class, as a closing of the books files them (decision record 43). */
export const rollForward: Report<typeof rollForwardList> = {
  name: 'roll-forward',
  list: rollForwardList,
  place: { path: '/roll-forward', label: 'Roll-forward by class', tab: 'accounts' },
  filePath: '/finances/exportRollForward/:format/:campus',
  title: 'Roll-forward by class',
  lead: 'What each class owed at the start, what opening balances were brought in, what was charged, adjusted and received, and what it owes at the end.',
  filters: {
    fromDate: { label: 'From Date', start: thisMonth },
    toDate: { label: 'To Date', start: (today) => today },
    ...asOfFilter,
  },
  buttons: [{ label: 'Show roll-forward' }],
  heading: (query) => `Roll-forward${daysInWords(query)}`,
  columns: () => rollForwardColumns,
  keyOf: ({ studentClass }) => studentClass,
  noun: 'line',
  countText: (rows) => count(rows.length, 'class', 'classes'),
  figures: ({ sums }) => [
    { label: 'Owed at the start', amount: sums.opening },
    { label: 'Charged', amount: sums.charged },
    { label: 'Received', amount: sums.received },
    { label: 'Owed at the end', amount: sums.closing },
  ],
  keepsRow: () => false,
  notes: ({ sums }) =>
    sums.notPosted === 0
      ? []
      : [{ text: 'Of what is owed at the end, not posted yet', amounts: { closing: sums.notPosted } }],
  foot: ({ count: classes, sums }) => ({
    studentClass: count(classes, 'class', 'classes'),
    ...sums,
    moved: movedIn(sums),
  }),
  find: { in: ({ studentClass }) => `class ${studentClass}`, hint: 'Enter a class, or clear the search.' },
  words: {
    loading: 'Adding up the classes',
    none: { title: 'No entries found', hint: 'Nothing was charged or received up to the end of these days.' },
    failed: 'Getting the roll-forward failed',
  },
}
