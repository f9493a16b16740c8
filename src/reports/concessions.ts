import { z } from 'zod/mini'
import { schoolClass, section } from '#contract/fields.ts'
import { date, instant, money } from '#contract/wire.ts'
import { count } from '#domain/count.ts'
import { formatRupees, shareOf } from '#domain/money.ts'
import {
  asOfField,
  asOfFilter,
  classFields,
  classFilters,
  dateFields,
  daysInWords,
} from './common-filters.ts'
import { list, type RowOf } from './list.ts'
import { fieldColumn, type Column, type Report } from './report.ts'
import { byPerson, personFacet, studentColumns } from './shared-columns.ts'

const concession = z.object({
  rollNo: z.number(),
  studentName: z.string(),
  studentClass: schoolClass,
  section,
  monthlyFee: money,
  /** The discount of this month. */
  discount: money,
  /** The discount before the last change; null if it has not changed since the admission. */
  discountBefore: z.nullable(money),
  /** The day from which the discount applies. */
  since: date,
  enteredAt: instant,
  who: z.string(),
  whoName: z.string(),
})

/** Active students with a discount this month; with dates, students whose discount changed in the period, even to 0. */
export const concessionList = list({
  name: 'concessionList',
  method: 'POST',
  path: '/finances/getConcessions/:campus',
  summary:
    'The students with a discount: monthly fee, discount, since when and by whom; with dates those whose discount was changed then',
  query: z.object({ ...classFields, ...dateFields, ...asOfField }),
  row: concession,
  sums: ['monthlyFee', 'discount'],
  items: 'students',
  item: concession,
  found: 'Students found',
  none: 'no-students',
})

type Concession = RowOf<typeof concessionList>

const columns: readonly Column<Concession>[] = [
  studentColumns.rollNo,
  { ...studentColumns.studentName, width: 160 },
  studentColumns.studentClass,
  studentColumns.section,
  fieldColumn('amount', 'monthlyFee', 'Monthly Fee', { width: 84, fileWidth: 14 }),
  {
    key: 'discountBefore',
    heading: 'Discount before',
    kind: 'text',
    value: ({ discountBefore }) => (discountBefore === null ? '' : formatRupees(discountBefore)),
    width: 76,
    fileWidth: 16,
  },
  fieldColumn('amount', 'discount', 'Discount', { width: 84, fileWidth: 14, card: 'figure' }),
  {
    key: 'share',
    heading: 'Share in %',
    kind: 'number',
    value: ({ discount, monthlyFee }) => shareOf(discount, monthlyFee),
    width: 64,
    fileWidth: 12,
  },
  fieldColumn('date', 'since', 'Since', { width: 96, fileWidth: 14, card: 'detail' }),
  fieldColumn('instant', 'enteredAt', 'Entered', { width: 140, fileWidth: 18 }),
  {
    key: 'who',
    heading: 'By',
    kind: 'name',
    value: ({ whoName }) => whoName,
    width: 130,
    fileWidth: 22,
    card: 'detail',
  },
]

export const concessions: Report<typeof concessionList> = {
  name: 'concessions',
  list: concessionList,
  place: { path: '/concessions', label: 'Concession register', tab: 'accounts' },
  filePath: '/finances/exportConcessions/:format/:campus',
  title: 'Concession register',
  lead: 'Students who pay less than the monthly fee: how much, since when and who entered it. Choose dates to see only what was changed on them.',
  filters: {
    ...classFilters,
    fromDate: { label: 'Changed from' },
    toDate: { label: 'Changed to' },
    ...asOfFilter,
  },
  buttons: [{ label: 'Show concessions' }],
  heading(query) {
    const days = daysInWords(query)
    return days === '' ? 'Discounts of this month' : `Discounts changed${days}`
  },
  columns: () => columns,
  keyOf: ({ rollNo }) => String(rollNo),
  noun: 'student',
  loadingText: ({ sums }) => `discounts of ${formatRupees(sums.discount)}`,
  figures: ({ sums }) => [
    { label: 'Monthly fee', amount: sums.monthlyFee },
    { label: 'Discount', amount: sums.discount },
  ],
  keepsRow: () => true,
  foot: ({ count: students, sums }) => ({
    studentName: count(students, 'student'),
    ...sums,
    share: shareOf(sums.discount, sums.monthlyFee),
  }),
  breakdowns: [byPerson<Concession>('Students', { discount: 'Discount' }, ({ discount }) => ({ discount }))],
  facet: personFacet,
  find: {
    in: ({ rollNo, studentName, whoName }) => `${rollNo} ${studentName} ${whoName}`,
    hint: 'Nothing matches. Check the spelling or clear the search.',
  },
  words: {
    loading: 'Loading the concessions',
    none: {
      title: 'No concessions found',
      hint: 'No student of this class and section has a discount, or none was changed on these days.',
    },
    failed: 'Getting the concessions failed',
  },
}
