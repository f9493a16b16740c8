import { z } from 'zod/mini'
import { schoolClass, section } from '#contract/fields.ts'
import { date, money } from '#contract/wire.ts'
import { ages, type Age } from '#domain/ageing.ts'
import { formatDate } from '#domain/calendar.ts'
import { count } from '#domain/count.ts'
import { formatRupees, nothing, sum, type Money } from '#domain/money.ts'
import { recordOf } from '#domain/record-of.ts'
import { classes, type SchoolClass } from '#domain/school.ts'
import { asOfField, classFields, classFilters, isGiven } from './common-filters.ts'
import { list, type RowOf } from './list.ts'
import { breakdown, fieldColumn, type Cells, type Column, type Facet, type Report } from './report.ts'
import { dueSinceColumn, studentColumns } from './shared-columns.ts'

const debtor = z.object({
  rollNo: z.number(),
  studentName: z.string(),
  /** Class and section of the last voucher. */
  studentClass: schoolClass,
  section,
  /** The number of vouchers not paid in full, and the due date of the oldest. */
  months: z.number(),
  dueSince: date,
  ...recordOf(
    ages,
    ({ key }) => key,
    () => money,
  ),
  owed: money,
})

const ageKeys = ages.map(({ key }) => key)

export const ageingList = list({
  name: 'ageingList',
  method: 'POST',
  path: '/finances/getAgeing/:campus',
  summary:
    'The students who owe, with what they owe by days since it was due; with asOf as the books stood that evening',
  query: z.object({ ...asOfField, ...classFields }),
  dependsOnPosting: true,
  row: debtor,
  sums: [...ageKeys, 'owed'],
  items: 'students',
  item: debtor,
  found: 'Students found',
  none: 'no-students',
})

type Debtor = RowOf<typeof ageingList>
type Amounts = Readonly<Record<Age | 'owed', Money>>

const amountColumns: readonly Column<Amounts>[] = [
  ...ages.map(({ key, label }) => fieldColumn('amount', key, label, { width: 84, fileWidth: 14 })),
  fieldColumn('amount', 'owed', 'Owed', { width: 92, fileWidth: 14 }),
]

const columns: readonly Column<Debtor>[] = [
  { ...studentColumns.rollNo, card: 'detail' },
  { ...studentColumns.studentName, width: 170 },
  studentColumns.studentClass,
  studentColumns.section,
  fieldColumn('count', 'months', 'Months owed', { width: 64, fileWidth: 12 }),
  { ...dueSinceColumn, card: 'detail' },
  ...amountColumns,
]

const monthWords = { '1': 'Owes 1 month', '2': 'Owes 2 months', '3': 'Owes 3+ months' } as const

/** Narrows the rows by the months owed, in which offices count debts. */
const monthFacet: Facet<Debtor> = {
  label: 'Months owed',
  all: 'All',
  chips: true,
  valuesOf: ({ months }) => [String(Math.min(months, 3))],
  options: () => (['1', '2', '3'] as const).map((value) => ({ value, label: monthWords[value] })),
}

interface ClassLine extends Amounts {
  readonly studentClass: SchoolClass
  readonly students: number
}

const amountsOf = (rows: readonly Debtor[]): Amounts =>
  recordOf(
    [...ageKeys, 'owed'] as const,
    (key) => key,
    (key) => sum(nothing, ...rows.map((row) => row[key])),
  )

const byClass = breakdown<Debtor, ClassLine>({
  title: 'By class',
  columns: [
    studentColumns.studentClass,
    fieldColumn('count', 'students', 'Students', { width: 76, fileWidth: 12 }),
    ...amountColumns,
  ],
  lines: (rows) =>
    classes.flatMap((studentClass) => {
      const debtors = rows.filter((row) => row.studentClass === studentClass)
      return debtors.length === 0 ? [] : [{ studentClass, students: debtors.length, ...amountsOf(debtors) }]
    }),
  foot: (rows): Cells => ({ studentClass: 'All', students: rows.length, ...amountsOf(rows) }),
})

export const ageing: Report<typeof ageingList> = {
  name: 'ageing',
  list: ageingList,
  place: { path: '/ageing', label: 'Ageing of dues', tab: 'accounts' },
  filePath: '/finances/exportAgeing/:format/:campus',
  title: 'Ageing of dues',
  lead: 'What students owe by the days since it was due, oldest paid first; on a day in the past as the books stood that evening.',
  filters: {
    ...classFilters,
    asOf: { label: 'As of the evening of', start: (today) => today },
  },
  buttons: [{ label: 'Show dues' }],
  heading: ({ asOf }) => (isGiven(asOf) ? `Owed on ${formatDate(asOf)}` : 'Owed now'),
  columns: () => columns,
  keyOf: ({ rollNo }) => String(rollNo),
  noun: 'student',
  loadingText: ({ sums }) => `${formatRupees(sums.owed)} owed`,
  figures: ({ sums }) => ages.map(({ key, label }) => ({ label, amount: sums[key] })),
  keepsRow: () => true,
  foot: ({ count: students, sums }) => ({ studentName: count(students, 'student'), ...sums }),
  breakdowns: [byClass],
  facet: monthFacet,
  find: {
    in: ({ rollNo, studentName }) => `${rollNo} ${studentName}`,
    hint: 'No student matches. Check the spelling or clear the search.',
  },
  words: {
    loading: 'Adding up the dues',
    none: {
      title: 'Nobody owes anything',
      hint: 'No student of this class and section owed anything on that evening.',
    },
    failed: 'Getting the dues failed',
  },
}
