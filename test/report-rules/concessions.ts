// The concession register by rule, from the history of each student's fees.

import { dateAt, lastOfMonth, monthOf } from '#domain/calendar.ts'
import type { concessionList } from '#reports/concessions.ts'
import {
  amountIn,
  inSchoolOrder,
  isBetween,
  isOf,
  ofStudent,
  staffName,
  textIn,
  type BookRows,
  type ByRule,
  type Filters,
  type RowIn,
  type Student,
} from './book-rows.ts'
import { feesOf } from './students.ts'

/** The entry that set the current discount. */
interface DiscountEntry {
  /** Null for the discount of the admission. */
  readonly before: number | null
  readonly since: string
  /** The month, or day, from which it applies. */
  readonly from: string
  readonly at: Date
  readonly who: string
}

/** Returns a history entry's change of the discount; null if it is for a later month or superseded. */
function changeBy(books: BookRows, line: RowIn<'changes'>): DiscountEntry | null {
  const [before, after] = [amountIn(line.before, 'discount'), amountIn(line.after, 'discount')]
  if (before === undefined || before === after) return null
  const feeChange = books.feeChanges.find(({ change_no }) => change_no === line.change_no)
  const from = feeChange?.from_month ?? dateAt(line.changed_at)
  if (feeChange?.superseded === true || from > lastOfMonth(monthOf(books.today))) return null
  const since = textIn(line.after, 'feeChangeDate') ?? from
  return { before, since, from, at: line.changed_at, who: line.changed_by }
}

/** Finds the last entry that changed this month's discount, or else the admission. */
function lastEntry(books: BookRows, student: Student): DiscountEntry {
  const { admission_date: since, admitted_at: at, admitted_by: who } = student
  const changes = ofStudent(books.changes, student.roll_no)
    .filter(({ what }) => what === 'fee changed' || what === 'fees changed')
    .flatMap((line) => changeBy(books, line) ?? [])
  return (
    changes.toSorted((one, other) => one.from.localeCompare(other.from)).at(-1) ?? {
      before: null,
      since,
      from: since,
      at,
      who,
    }
  )
}

function isWanted(discount: number, { before, at }: DiscountEntry, { fromDate, toDate }: Filters): boolean {
  if (fromDate === undefined && toDate === undefined) return discount > 0
  return (discount > 0 || Number(before) > 0) && isBetween(dateAt(at), { fromDate, toDate })
}

/** Lists the students with a discount this month or, if dates are given, those whose discount changed on them. */
export function concessionsByRule(books: BookRows, filters: Filters) {
  const rows = books.students
    .filter(({ state }) => state === 'active')
    .filter(({ student_class }) => isOf(filters['studentClass'], student_class))
    .filter(({ section }) => isOf(filters['section'], section))
    .flatMap((student) => {
      const { monthly_fee, discount } = feesOf(books, student.roll_no)
      const entry = lastEntry(books, student)
      if (!isWanted(discount, entry, filters)) return []
      const row: ByRule<typeof concessionList> = {
        rollNo: student.roll_no,
        studentName: student.student_name,
        studentClass: student.student_class,
        section: student.section,
        monthlyFee: monthly_fee,
        discount,
        discountBefore: entry.before,
        since: entry.since,
        enteredAt: entry.at,
        who: entry.who,
        whoName: staffName(books, entry.who),
      }
      return [row]
    })
  return inSchoolOrder(rows)
}
