import { schoolTimeZone, type CalendarDate } from '#domain/calendar.ts'
import type { SchoolClass, Section } from '#domain/school.ts'
import { unprepared } from '#server/database/plans.ts'
import { sql } from 'kysely'
import type { ChangeKind } from './changes.ts'
import type { Scope } from './scope.ts'

/** An active student of a class, as a promotion looks at the class. */
export interface ClassMember {
  readonly rollNo: number
  readonly studentName: string
  readonly fatherName: string
  readonly studentClass: SchoolClass
  readonly section: Section
  readonly admissionDate: CalendarDate
  readonly promotedOn: CalendarDate | null
}

/** A whole class moving at once; each student's history is written by the statement that moves them. */
export const promotionRecords = ({ trx, campus, userId, now, today }: Scope) => {
  const tell = (what: ChangeKind, before: object, after: object) => sql`
    insert into changes (campus, changed_at, changed_by, what, roll_no, before, after)
    select ${campus}, ${now}, ${userId}, ${what}, roll_no, ${JSON.stringify(before)}::jsonb,
      ${JSON.stringify(after)}::jsonb
    from moved order by roll_no`

  return {
    /** The active students of a class in section and roll order. */
    async listClass(studentClass: SchoolClass): Promise<ClassMember[]> {
      const { rows } = await sql<ClassMember>`
        select roll_no as "rollNo", student_name as "studentName", father_name as "fatherName",
          student_class as "studentClass", section, admission_date as "admissionDate", promoted_on as "promotedOn"
        from students where campus = ${campus} and student_class = ${studentClass} and state = 'active'
        order by section, roll_no`.execute(trx)
      return rows
    },

    /** The day on which students were last promoted out of a class; null where it never was. */
    async findLastPromotion(from: SchoolClass): Promise<CalendarDate | null> {
      const { rows } = await sql<{ day: CalendarDate | null }>`
        select (max(changed_at) at time zone ${schoolTimeZone})::date as day from changes
        where campus = ${campus} and what = 'class promoted' and before->>'studentClass' = ${from}`.execute(
        trx,
      )
      return rows[0]?.day ?? null
    },

    async promote(rollNos: readonly number[], from: SchoolClass, to: SchoolClass): Promise<void> {
      await sql`
        ${unprepared} with moved as (
          update students set student_class = ${to}, promoted_on = ${today}
          where campus = ${campus} and roll_no = any(${rollNos}::int[])
          returning roll_no
        ) ${tell('class promoted', { studentClass: from }, { studentClass: to })}`.execute(trx)
    },

    async graduate(rollNos: readonly number[], removalDate: CalendarDate): Promise<void> {
      await sql`
        ${unprepared} with moved as (
          update students set state = 'graduated', left_on = ${removalDate}
          where campus = ${campus} and roll_no = any(${rollNos}::int[])
          returning roll_no
        ) ${tell('student graduated', { state: 'active' }, { state: 'graduated', removalDate })}`.execute(trx)
    },
  }
}
