import type { studentList } from '#contract/student-list.ts'
import { formatDate } from '#domain/calendar.ts'
import { columnsFor } from '#domain/contacts.ts'
import { agree, formatCount } from '#domain/count.ts'
import { formatRupees, sum } from '#domain/money.ts'
import { studentListHeadings } from '#domain/report-columns.ts'
import type { Role } from '#domain/roles.ts'
import { balanceTotals } from '#domain/voucher-amounts.ts'
import type { Reply } from '#web/api/call.ts'
import { studentColumns } from '#web/parts/student-columns.tsx'
import { balanceText } from '#web/parts/voucher-columns.ts'
import type { Column, FootRow } from '#web/ui/data-table.tsx'

export type StudentRow = Reply<typeof studentList>['data'][number]

const pinnedOnWide = ['rollNo', 'studentName']
const pinnedOnNarrow = ['rollNo']
const stays = { pinned: true }

/** The columns of the student list that a role sees; on a narrow screen only the roll number stays in sight. */
export const listColumns = (role: Role, narrow: boolean): readonly Column<StudentRow>[] =>
  columnsFor(role, columns).map((column) => ({
    ...column,
    ...((narrow ? pinnedOnNarrow : pinnedOnWide).includes(column.key) && stays),
  }))

const columns: readonly Column<StudentRow>[] = [
  studentColumns.rollNo,
  { ...studentColumns.studentName, width: 190 },
  studentColumns.fatherName,
  studentColumns.studentClass,
  studentColumns.section,
  {
    key: 'fatherHomePhone',
    heading: studentListHeadings.fatherHomePhone,
    width: 130,
    whole: ({ fatherHomePhone }) => fatherHomePhone,
    cell: ({ fatherHomePhone }) => fatherHomePhone,
    sortBy: ({ fatherHomePhone }) => fatherHomePhone,
  },
  {
    key: 'admissionDate',
    heading: studentListHeadings.admissionDate,
    width: 110,
    cell: ({ admissionDate }) => formatDate(admissionDate),
    sortBy: ({ admissionDate }) => admissionDate,
  },
  {
    key: 'netMonthlyFee',
    heading: studentListHeadings.netMonthlyFee,
    width: 110,
    figures: true,
    cell: ({ netMonthlyFee }) => formatRupees(netMonthlyFee),
    sortBy: ({ netMonthlyFee }) => netMonthlyFee,
  },
  {
    key: 'balance',
    heading: studentListHeadings.balance,
    width: 130,
    figures: true,
    cell: ({ balance }) => balanceText(balance),
    sortBy: ({ balance }) => balance,
  },
]

/** The sums of the list: at its foot, and in words where some owe and others have paid in advance. */
export function studentSums(rows: readonly StudentRow[]): { foot: FootRow; words: string } {
  const { due, advance, balance } = balanceTotals(rows.map((row) => row.balance))
  const fees = sum(...rows.map(({ netMonthlyFee }) => netMonthlyFee))
  const cells = {
    rollNo: formatCount(rows.length),
    studentName: agree(rows.length, 'student', 'students'),
    netMonthlyFee: formatRupees(fees),
    balance: balanceText(balance),
  }
  const ahead = advance > 0 ? `, ${formatRupees(advance)} paid in advance` : ''
  return { foot: { key: 'sums', cells }, words: `${formatRupees(due)} due${ahead}` }
}
