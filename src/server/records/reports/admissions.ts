import { sql, type RawBuilder } from 'kysely'
import type { admissionList } from '#reports/admission-report.ts'
import type { QueryOf } from '#reports/list.ts'
import { booksAsOf } from '#server/records/books/as-of.ts'
import { studentInBriefValues } from '#server/records/students/student-values.ts'
import { unlessAll, type ListSource } from './source.ts'

type Query = QueryOf<typeof admissionList>

const isBetween = (column: 'admission_date' | 'left_on', { fromDate, toDate }: Query) =>
  sql`s.${sql.ref(column)} between ${fromDate ?? '-infinity'} and ${toDate ?? 'infinity'}`

const isOfClass = (column: 'admission_class' | 'student_class', { selectedClass }: Query) =>
  unlessAll(selectedClass, sql`s.${sql.ref(column)} = ${selectedClass}`)

/** Admitted to the selected class between the dates. */
const wasAdmitted = (query: Query): RawBuilder<unknown> =>
  query.dataType === 'removals'
    ? sql`false`
    : sql`(${isOfClass('admission_class', query)} and ${isBetween('admission_date', query)})`

/** Left, or graduated from, the selected class between the dates. */
const hasLeft = (query: Query): RawBuilder<unknown> =>
  query.dataType === 'admissions'
    ? sql`false`
    : sql`(s.state <> 'active' and ${isOfClass('student_class', query)} and ${isBetween('left_on', query)})`

/**
 * The students admitted, or left, between the dates, in class order: an admission counts in its class, a departure in
 * the class that was left.
 */
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
