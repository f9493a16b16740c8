import { z } from 'zod/mini'
import { given } from '#contract/fields.ts'
import { studentInBrief } from '#contract/student.ts'
import { date, money } from '#contract/wire.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import { count } from '#domain/count.ts'
import { formatRupees, sum } from '#domain/money.ts'
import { balanceTotals } from '#domain/voucher-amounts.ts'
import { debtStatus, voucherStatusWords, type VoucherStatus } from '#domain/voucher-status.ts'
import { asOfField, asOfFilter, classFields, classFilters } from './common-filters.ts'
import { list, type RowOf } from './list.ts'
import { fieldColumn, type Column, type Facet, type Report } from './report.ts'
import { dueSinceColumn, monthsOwedColumn, studentColumns } from './shared-columns.ts'

const listedStudent = z.extend(studentInBrief, {
  /** Empty for the role `read`. */
  fatherHomePhone: z.string(),
  admissionDate: date,
  netMonthlyFee: money,
  /** The balance of the last posted voucher; negative if paid in advance. */
  balance: money,
  /** The earliest due date of the debt; null if nothing is owed. */
  dueSince: z.nullable(date),
  /** The number of vouchers not paid in full if money pays the oldest first. */
  monthsOwed: z.number(),
})

/** The active students in class order, then section, then roll number (decisions 4.order). */
export const studentList = list({
  name: 'studentList',
  method: 'GET',
  path: '/admissions/getStudentList/:studentClass/:section/:campus',
  summary: 'The active students of a class and section with fee and balance, in class order',
  query: z.object({
    ...classFields,
    ...asOfField,
    /** `incomplete` records lack a field that an edit requires. */
    records: given(z._default(z.enum(['all', 'incomplete'], 'Choose from the list'), 'all')),
  }),
  dependsOnPosting: true,
  row: listedStudent,
  // Summing fees and balances first would look each of them up twice.
  sums: [],
  items: 'data',
  item: listedStudent,
  found: 'Student list fetched successfully',
  foundNone: 'Student list fetched successfully',
  none: 'no-students',
})

type StudentRow = RowOf<typeof studentList>

const columns: readonly Column<StudentRow>[] = [
  { ...studentColumns.rollNo, fileWidth: 14, pinned: true },
  { ...studentColumns.studentName, width: 190, pinned: 600 },
  studentColumns.fatherName,
  studentColumns.studentClass,
  studentColumns.section,
  studentColumns.fatherHomePhone,
  fieldColumn('date', 'admissionDate', 'Admission Date', { width: 96, fileWidth: 14 }),
  fieldColumn('amount', 'netMonthlyFee', 'Net Monthly Fee', { width: 94, fileWidth: 13 }),
  fieldColumn('balance', 'balance', 'Balance', { width: 104, fileWidth: 14 }),
  dueSinceColumn,
  monthsOwedColumn,
]

/** Returns the state of a student's dues, as on vouchers. */
function duesOf({ balance, dueSince }: StudentRow, today: CalendarDate): VoucherStatus {
  if (balance < 0) return 'advance'
  return dueSince === null ? 'paid' : debtStatus(dueSince, today)
}

const duesFacet: Facet<StudentRow> = {
  label: 'Dues',
  all: 'All',
  chips: true,
  valuesOf: (row, today) => [duesOf(row, today)],
  options: () =>
    (['overdue', 'unpaid', 'advance', 'paid'] as const).map((value) => ({
      value,
      label: voucherStatusWords[value],
    })),
}

const balancesOf = (students: readonly StudentRow[]) => balanceTotals(students.map(({ balance }) => balance))

/** The students at school, with fee and balance (spec 2.routes.student-list). */
export const studentListReport: Report<typeof studentList> = {
  name: 'student-list',
  list: studentList,
  place: { path: '/student-list', label: 'Student list', tab: 'admission-reports' },
  filePath: '/admissions/exportStudentList/:format/:studentClass/:section/:campus',
  title: 'Student list',
  lead: 'Students at school in class order, with monthly fee and balance.',
  filters: {
    ...classFilters,
    ...asOfFilter,
    records: {
      label: 'Records',
      words: { all: 'All', incomplete: 'Incomplete' },
      folded: 'Incomplete records',
    },
  },
  buttons: [{ label: 'Show students' }],
  heading({ studentClass, section }) {
    const students = studentClass === 'all' ? 'Students of all classes' : `Students of class ${studentClass}`
    return section === 'all' ? students : `${students}, section ${section}`
  },
  columns: () => columns,
  keyOf: ({ rollNo }) => String(rollNo),
  noun: 'student',
  /** States debts and advances separately. */
  sumUp(rows) {
    const { due, advance } = balancesOf(rows)
    return `${formatRupees(due)} due${advance > 0 ? `, ${formatRupees(advance)} paid in advance` : ''}`
  },
  facet: duesFacet,
  keepsRow: () => true,
  foot: (_, kept) => ({
    studentName: count(kept.length, 'student'),
    netMonthlyFee: sum(...kept.map(({ netMonthlyFee }) => netMonthlyFee)),
    balance: balancesOf(kept).balance,
  }),
  notes(_, kept) {
    const { due, advance } = balancesOf(kept)
    if (advance <= 0) return []
    return [
      { only: 'file', text: 'Due', under: 'studentName', amounts: due },
      { only: 'file', text: 'Paid in advance', under: 'studentName', amounts: advance },
    ]
  },
  find: {
    in: ({ rollNo, studentName, fatherName, fatherHomePhone }) =>
      `${rollNo} ${studentName} ${fatherName} ${fatherHomePhone}`,
    hint: 'No student matches. Check the spelling or clear the search.',
  },
  words: {
    loading: 'Loading the students',
    none: { title: 'No students found', hint: 'There are no active students in this class and section.' },
    failed: 'Getting student list failed',
  },
}
