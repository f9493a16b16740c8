// Personal data of children who left, and their erasure (decision record 56).

import type { CalendarDate } from '#domain/calendar.ts'
import type { Leaver } from '#domain/erasure.ts'
import type { SchoolClass, Section } from '#domain/school.ts'
import { sql } from 'kysely'
import { writeHistory } from './history.ts'
import type { Scope } from './scope.ts'

/** A child who left, with what says whether its data may be erased. */
export interface LeaverRow extends Leaver {
  readonly rollNo: number
  readonly studentName: string
  readonly fatherName: string
  readonly studentClass: SchoolClass
  readonly section: Section
}

/** Children who left up to a day and whose data are still kept, the earliest departures first. */
export async function listLeavers({ trx, campus }: Scope, upTo: CalendarDate): Promise<LeaverRow[]> {
  const { rows } = await sql<LeaverRow>`
    select ${leaverColumns} from students s left join latest_vouchers v using (campus, roll_no)
    where s.campus = ${campus} and s.state <> 'active' and s.erased_on is null and s.left_on <= ${upTo}
    order by s.left_on, s.roll_no`.execute(trx)
  return rows
}

/** The students with these roll numbers, in no order; unknown ones are left out. */
export async function findLeavers({ trx, campus }: Scope, rollNos: readonly number[]): Promise<LeaverRow[]> {
  const { rows } = await sql<LeaverRow>`
    select ${leaverColumns} from students s left join latest_vouchers v using (campus, roll_no)
    where s.campus = ${campus} and s.roll_no = any(${[...rollNos]}::int[])`.execute(trx)
  return rows
}

const leaverColumns = sql`s.roll_no as "rollNo", s.student_name as "studentName", s.father_name as "fatherName",
  s.student_class as "studentClass", s.section, s.state, s.left_on as "leftOn", s.erased_on as "erasedOn",
  coalesce(v.net_balance, 0) as balance`

/** The day on which the personal data of a student were erased; null where they were not. */
export async function findErasedOn({ trx, campus }: Scope, rollNo: number): Promise<CalendarDate | null> {
  const { rows } = await sql<{ erasedOn: CalendarDate | null }>`
    select erased_on as "erasedOn" from students where campus = ${campus} and roll_no = ${rollNo}`.execute(
    trx,
  )
  return rows[0]?.erasedOn ?? null
}

/**
 * Erases the personal data of students: names, date and place of birth but for the year, religion, contacts and the number
 * from before, in their records, in the rows of imports and in the history. Its line about each has a hash of what is left of its earlier lines.
 */
export async function erasePersonalData(scope: Scope, rollNos: readonly number[]): Promise<void> {
  const { trx, campus, today } = scope
  await sql`
    update students set student_name = 'Erased', father_name = 'Erased', place_of_birth = '', religion = '',
      date_of_birth = date_trunc('year', date_of_birth), address = '', father_cnic = '', father_occupation = '',
      father_home_phone = '', father_office_phone = '', telephone = '', father_email = '', old_number = '',
      erased_on = ${today}
    where campus = ${campus} and roll_no = any(${[...rollNos]}::int[])`.execute(trx)
  await sql`
    update import_rows set cells = '[]', problems = '[]'
    where campus = ${campus} and roll_no = any(${[...rollNos]}::int[])`.execute(trx)
  const { rows } = await sql<{ erased: number; hash: string | null }>`
    select erased, hash from erase_history(${[...rollNos]}::int[])`.execute(trx)
  for (const { erased, hash } of rows) {
    await writeHistory(scope, {
      what: 'personal data erased',
      rollNo: erased,
      after: { recordLinesHash: hash },
    })
  }
}
