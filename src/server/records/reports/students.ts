import { sql, type RawBuilder } from 'kysely'
import type { studentInBrief } from '#contract/student.ts'
import { firstOfMonth, monthOf } from '#domain/calendar.ts'
import { monthlyHeads } from '#domain/fee-heads.ts'
import type { admissionList } from '#reports/admission-report.ts'
import type { QueryOf } from '#reports/list.ts'
import type { studentList } from '#reports/student-list.ts'
import { booksAsOf } from '#server/records/books/as-of.ts'
import { sumOfColumns } from '#server/records/fee-columns.ts'
import type { FieldValues } from '#server/records/json-text.ts'
import { contactColumn, isIncomplete } from '#server/records/students/students.ts'
import { balances } from '#server/records/vouchers/debtors.ts'
import { unlessAll, type ListSource } from './source.ts'

/** SQL: each field that identifies a student `s` in a list. */
const studentInBriefValues: FieldValues<typeof studentInBrief> = {
  rollNo: 's.roll_no',
  studentName: 's.student_name',
  fatherName: 's.father_name',
  studentClass: 's.student_class',
  section: 's.section',
}

type Query = QueryOf<typeof admissionList>

const isBetween = (column: 'admission_date' | 'left_on', { fromDate, toDate }: Query) =>
  sql`s.${sql.ref(column)} between ${fromDate ?? '-infinity'} and ${toDate ?? 'infinity'}`

const isOfClass = (column: 'admission_class' | 'student_class', { selectedClass }: Query) =>
  unlessAll(selectedClass, sql`s.${sql.ref(column)} = ${selectedClass}`)

const wasAdmitted = (query: Query): RawBuilder<unknown> =>
  query.dataType === 'removals'
    ? sql`false`
    : sql`(${isOfClass('admission_class', query)} and ${isBetween('admission_date', query)})`

/** SQL: true if the student left, or graduated from, the selected class between the dates. */
const hasLeft = (query: Query): RawBuilder<unknown> =>
  query.dataType === 'admissions'
    ? sql`false`
    : sql`(s.state <> 'active' and ${isOfClass('student_class', query)} and ${isBetween('left_on', query)})`

/** Admissions by their class and departures by the class that was left, in class order. */
export const reportedAdmissions: ListSource<typeof admissionList> = {
  values: () => ({
    ...studentInBriefValues,
    admissionDate: 's.admission_date',
    admissionClass: 's.admission_class',
    isRemoved: `s.state <> 'active'`,
    state: 's.state',
    removalDate: 's.left_on',
    admittedInRange: 's.admitted_in_range',
    removedInRange: 's.removed_in_range',
  }),
  from: ({ campus }, query) => sql`
    from (select s.*, ${wasAdmitted(query)} as admitted_in_range, ${hasLeft(query)} as removed_in_range
      from ${booksAsOf({ campus }, query.asOf).students} s where s.campus = ${campus}
        and ${unlessAll(query.selectedSection, sql`s.section = ${query.selectedSection}`)}) s
    where s.admitted_in_range or s.removed_in_range`,
  orderBy: 's.student_class, s.section, s.roll_no',
}

/** SQL: the active students `s` of the classes. */
const activeStudents = (
  campus: string,
  { asOf, studentClass, section, records }: QueryOf<typeof studentList>,
): RawBuilder<unknown> => sql`(
  select s.* from ${booksAsOf({ campus }, asOf).students} s where s.campus = ${campus} and s.state = 'active'
    and ${unlessAll(studentClass, sql`s.student_class = ${studentClass}`)}
    and ${unlessAll(section, sql`s.section = ${section}`)}
    and ${unlessAll(records, sql`s.roll_no in (select roll_no from students where campus = ${campus} and ${sql.raw(isIncomplete)})`)}) s`

/** The active students with this month's fees, their balance and the months owed, in class order. */
export const listedStudents: ListSource<typeof studentList> = {
  values: (scope) => ({
    ...studentInBriefValues,
    fatherHomePhone: contactColumn(scope, 'father_home_phone'),
    admissionDate: 's.admission_date',
    netMonthlyFee: sumOfColumns(monthlyHeads, (column) => `f.${column}::bigint`),
    balance: 'coalesce(b.balance, 0)',
    dueSince: 'case when b.balance > 0 then b.due_since end',
    monthsOwed: 'coalesce(b.months, 0)',
  }),
  from({ campus, today }, query) {
    const { asOf } = query
    const thisMonth = firstOfMonth(monthOf(asOf ?? today))
    return sql`from ${activeStudents(campus, query)}
      cross join lateral ${booksAsOf({ campus }, asOf).feesIn(thisMonth)} f
      left join ${balances(campus, today, asOf)} b on b.roll_no = s.roll_no`
  },
  totalsFrom: ({ campus }, query) => sql`from ${activeStudents(campus, query)}`,
  orderBy: 's.student_class, s.section, s.roll_no',
}
