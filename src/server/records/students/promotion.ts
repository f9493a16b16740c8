import { sql } from 'kysely'
import type { z } from 'zod/mini'
import type { studentInBrief } from '#contract/student.ts'
import { schoolTimeZone, type CalendarDate } from '#domain/calendar.ts'
import type { SchoolClass } from '#domain/school.ts'
import { executeUnprepared } from '#server/database/fast/statements.ts'
import type { ChangeKind } from '#server/records/history.ts'
import type { Scope } from '#server/records/scope.ts'

export interface ClassMember extends z.output<typeof studentInBrief> {
  readonly admissionDate: CalendarDate
  readonly promotedOn: CalendarDate | null
}

/** SQL: adds a history entry for each student in `moved`, in the statement that moves them. */
const historyOfMoved = (
  { campus, userId, now }: Scope,
  what: ChangeKind,
  before: object,
  after: object,
) => sql`
  insert into changes (campus, changed_at, changed_by, what, roll_no, before, after)
  select ${campus}, ${now}, ${userId}, ${what}, roll_no, ${JSON.stringify(before)}::jsonb,
    ${JSON.stringify(after)}::jsonb
  from moved order by roll_no`

/** Lists the active students of a class by section and roll number. */
export async function listClassMembers(
  { trx, campus }: Scope,
  studentClass: SchoolClass,
): Promise<ClassMember[]> {
  const { rows } = await sql<ClassMember>`
    select roll_no as "rollNo", student_name as "studentName", father_name as "fatherName",
      student_class as "studentClass", section, admission_date as "admissionDate", promoted_on as "promotedOn"
    from students where campus = ${campus} and student_class = ${studentClass} and state = 'active'
    order by section, roll_no`.execute(trx)
  return rows
}

/** Finds the day of the last promotion from a class. */
export async function findLastPromotion(
  { trx, campus }: Scope,
  from: SchoolClass,
): Promise<CalendarDate | null> {
  const { rows } = await sql<{ day: CalendarDate | null }>`
    select (max(changed_at) at time zone ${schoolTimeZone})::date as day from changes
    where campus = ${campus} and what = 'class promoted' and before->>'studentClass' = ${from}`.execute(trx)
  return rows[0]?.day ?? null
}

/** Moves students to another class, with a history entry for each. */
export async function promoteStudents(
  scope: Scope,
  rollNos: readonly number[],
  from: SchoolClass,
  to: SchoolClass,
): Promise<void> {
  const { trx, campus, today } = scope
  await executeUnprepared(
    trx,
    sql`
    with moved as (
      update students set student_class = ${to}, promoted_on = ${today}
      where campus = ${campus} and roll_no = any(${rollNos}::int[])
      returning roll_no
    ) ${historyOfMoved(scope, 'class promoted', { studentClass: from }, { studentClass: to })}`,
  )
}

/** Marks students as graduated on a day, with a history entry for each. */
export async function graduateStudents(
  scope: Scope,
  rollNos: readonly number[],
  removalDate: CalendarDate,
): Promise<void> {
  const { trx, campus } = scope
  const after = { state: 'graduated', removalDate }
  await executeUnprepared(
    trx,
    sql`
    with moved as (
      update students set state = 'graduated', left_on = ${removalDate}
      where campus = ${campus} and roll_no = any(${rollNos}::int[])
      returning roll_no
    ) ${historyOfMoved(scope, 'student graduated', { state: 'active' }, after)}`,
  )
}
