import { firstOfMonth, monthOf, type CalendarDate } from '#domain/calendar.ts'
import type { SchoolClass, Section } from '#domain/school.ts'
import { executeUnprepared } from '#server/database/plans.ts'
import { sql, type RawBuilder } from 'kysely'
import { contactColumn } from './contacts.ts'
import type { Scope } from './scope.ts'

/** The class and section to list; 'all' does not filter. */
export interface ClassQuery {
  readonly studentClass: SchoolClass | 'all'
  readonly section: Section | 'all'
}

export interface AdmissionQuery extends ClassQuery {
  readonly of: 'admissions' | 'removals' | 'all'
  /** Both days are inside; null leaves that end open. */
  readonly fromDate: CalendarDate | null
  readonly toDate: CalendarDate | null
}

const inClassOrder = sql`s.student_class, s.section, s.roll_no`

const isInClass = (column: 'student_class' | 'admission_class', wanted: ClassQuery['studentClass']) =>
  wanted === 'all' ? sql`true` : sql`s.${sql.ref(column)} = ${wanted}`

const isInSection = (wanted: ClassQuery['section']) =>
  wanted === 'all' ? sql`true` : sql`s.section = ${wanted}`

const isBetween = (column: 'admission_date' | 'left_on', { fromDate, toDate }: AdmissionQuery) =>
  sql`s.${sql.ref(column)} between ${fromDate ?? '-infinity'} and ${toDate ?? 'infinity'}`

/** Admitted to the selected class between the dates. */
const wasAdmitted = (query: AdmissionQuery): RawBuilder<unknown> =>
  query.of === 'removals'
    ? sql`false`
    : sql`(${isInClass('admission_class', query.studentClass)} and ${isBetween('admission_date', query)})`

/** Left, or graduated from, the selected class between the dates. */
const hasLeft = (query: AdmissionQuery): RawBuilder<unknown> =>
  query.of === 'admissions'
    ? sql`false`
    : sql`(s.state <> 'active' and ${isInClass('student_class', query.studentClass)} and ${isBetween('left_on', query)})`

/** The active students `s` of a class and section with this month's fees `f` and latest voucher `l`, in class order. */
export const activeStudents = (
  { campus, today }: Pick<Scope, 'campus' | 'today'>,
  { studentClass, section }: ClassQuery,
) => sql`
  from students s
    cross join lateral fees_in_month(s.campus, s.roll_no, ${firstOfMonth(monthOf(today))}::date) f
    left join latest_vouchers l on l.campus = s.campus and l.roll_no = s.roll_no
  where s.campus = ${campus} and s.state = 'active'
    and ${isInClass('student_class', studentClass)} and ${isInSection(section)}
  order by ${inClassOrder}`

/** Whether a student `s` is reported as admitted, and whether as removed. */
export const reportedAs = (query: AdmissionQuery) => ({
  admitted: wasAdmitted(query),
  removed: hasLeft(query),
})

/** Students admitted, or left, between the dates: an admission counts in its class, a departure in the class that was left. */
export const reportedStudents = (campus: string, query: AdmissionQuery) => sql`
  from students s
  where s.campus = ${campus} and ${isInSection(query.section)}
    and (${wasAdmitted(query)} or ${hasLeft(query)})
  order by ${inClassOrder}`

/** The active students with net monthly fee and the balance of their latest voucher. */
export async function listActiveStudentsAsJson(
  { trx, campus, seesContacts, today }: Scope,
  query: ClassQuery,
): Promise<string> {
  const { rows } = await executeUnprepared(
    trx,
    sql<{ students: string }>`
    select coalesce(json_agg(r.student)::text, '[]') as students from (
      select json_build_object(
        'rollNo', s.roll_no,
        'studentName', s.student_name,
        'fatherName', s.father_name,
        'studentClass', s.student_class,
        'section', s.section,
        'fatherHomePhone', ${contactColumn({ seesContacts }, 'father_home_phone')},
        'admissionDate', s.admission_date,
        'netMonthlyFee', (f.monthly_fee::bigint - f.discount)::float8 / 100,
        'balance', coalesce(l.net_balance, 0)::float8 / 100) as student
      ${activeStudents({ campus, today }, query)}) r`,
  )
  return rows[0]?.students ?? '[]'
}

/** The students admitted, or left, between the dates. */
export async function listAdmissionsAsJson({ trx, campus }: Scope, query: AdmissionQuery): Promise<string> {
  const { admitted, removed } = reportedAs(query)
  const { rows } = await executeUnprepared(
    trx,
    sql<{ students: string }>`
    select coalesce(json_agg(r.student)::text, '[]') as students from (
      select json_build_object(
        'rollNo', s.roll_no,
        'studentName', s.student_name,
        'fatherName', s.father_name,
        'studentClass', s.student_class,
        'section', s.section,
        'admissionDate', s.admission_date,
        'admissionClass', s.admission_class,
        'isRemoved', s.state <> 'active',
        'state', s.state,
        'removalDate', s.left_on,
        'admittedInRange', ${admitted},
        'removedInRange', ${removed}) as student
      ${reportedStudents(campus, query)}) r`,
  )
  return rows[0]?.students ?? '[]'
}
