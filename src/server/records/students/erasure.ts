// Erasure of the personal data of children who left (decision record 56).

import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { z } from 'zod/mini'
import type { studentInBrief } from '#contract/student.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import type { Leaver } from '#domain/erasure.ts'
import type { Schema } from '#server/database/schema.ts'
import { writeHistory } from '#server/records/history.ts'
import type { Scope } from '#server/records/scope.ts'

type LeaverRow = Leaver & z.output<typeof studentInBrief>

/** Lists students who left up to a day and whose data are still kept, earliest departures first. */
export async function listLeavers({ trx, campus }: Scope, upTo: CalendarDate): Promise<LeaverRow[]> {
  const { rows } = await sql<LeaverRow>`
    select ${leaverColumns} from students s left join latest_vouchers v using (campus, roll_no)
    where s.campus = ${campus} and s.state <> 'active' and s.erased_on is null and s.left_on <= ${upTo}
    order by s.left_on, s.roll_no`.execute(trx)
  return rows
}

/** Finds the students with these roll numbers, in no order; unknown roll numbers are left out. */
export async function findLeavers({ trx, campus }: Scope, rollNos: readonly number[]): Promise<LeaverRow[]> {
  const { rows } = await sql<LeaverRow>`
    select ${leaverColumns} from students s left join latest_vouchers v using (campus, roll_no)
    where s.campus = ${campus} and s.roll_no = any(${[...rollNos]}::int[])`.execute(trx)
  return rows
}

const leaverColumns = sql`s.roll_no as "rollNo", s.student_name as "studentName", s.father_name as "fatherName",
  s.student_class as "studentClass", s.section, s.state, s.left_on as "leftOn", s.erased_on as "erasedOn",
  coalesce(v.net_balance, 0) as balance`

/** Finds the day of the erasure; null if the personal data are kept. */
export async function findErasedOn({ trx, campus }: Scope, rollNo: number): Promise<CalendarDate | null> {
  const { rows } = await sql<{ erasedOn: CalendarDate | null }>`
    select erased_on as "erasedOn" from students where campus = ${campus} and roll_no = ${rollNo}`.execute(
    trx,
  )
  return rows[0]?.erasedOn ?? null
}

const hasCell = (column: RawBuilder<unknown>) => sql`(${column} <> '' and exists (
  select from jsonb_array_elements_text(r.cells) c where btrim(plain_words(c)) = btrim(plain_words(${column}))))`

/** SQL: true if a cell has the same digits as a CNIC or phone. */
const hasDigits = (column: RawBuilder<unknown>) => sql`(length(${column}) > 6 and exists (
  select from jsonb_array_elements_text(r.cells) c
  where regexp_replace(c, '\\D', '', 'g') = regexp_replace(${column}, '\\D', '', 'g')))`

const [hasName, hasFather] = [hasCell(sql`s.student_name`), hasCell(sql`s.father_name`)]
const hasOldNumber = hasCell(sql`s.old_number`)
const hasFamily = sql`(${hasFather} or ${hasDigits(sql`s.father_cnic`)} or ${hasDigits(sql`s.father_home_phone`)})`

/** SQL: true if a row has both names or, without a record, two of name, old number, family: any may be misspelled. */
const isAbout = sql`(${hasName} and ${hasFather} or r.roll_no is null
  and (${hasName} and ${hasFamily} or ${hasOldNumber} and ${hasFamily} or ${hasName} and ${hasOldNumber}))`

/** The number of days for which import rows that are not in the books are kept. */
export const importRowsKeptDays = 30

/** Expires imports that were not applied, and deletes unused import rows: they have personal data in no record. */
export async function endOldImports(db: Kysely<Schema>, before: Date): Promise<void> {
  await sql`
    update imports set state = 'expired' where state in ('stored', 'checked') and started_at < ${before}`.execute(
    db,
  )
  await sql`
    delete from import_rows r using imports i where i.campus = r.campus and i.import_no = r.import_no
      and (i.state = 'expired' or i.applied_at < ${before}
        and (r.outcome is null or r.outcome in ('refused', 'left out')))`.execute(db)
}

/**
 * Erases names, place and date of birth (except the year), religion, contacts and the old number in records, import
 * rows and history. The history entry of each erasure has a hash of the rest of the student's earlier entries.
 */
export async function erasePersonalData(scope: Scope, rollNos: readonly number[]): Promise<void> {
  const { trx, campus, today } = scope
  await sql`
    update import_rows r set cells = '[]', problems = '[]' from students s
    where s.campus = ${campus} and s.roll_no = any(${[...rollNos]}::int[]) and r.campus = s.campus
      and (r.roll_no = s.roll_no or ${isAbout})`.execute(trx)
  // The refusal of another child's row may name this child.
  await sql`
    update import_rows r set problems = '[]' from students s
    where s.campus = ${campus} and s.roll_no = any(${[...rollNos]}::int[]) and r.campus = s.campus
      and r.problems::text ~* ('roll no\\. ' || s.roll_no || '[^0-9]')`.execute(trx)
  await sql`
    update students set student_name = 'Erased', father_name = 'Erased', place_of_birth = '', religion = '',
      date_of_birth = date_trunc('year', date_of_birth), address = '', father_cnic = '', father_occupation = '',
      father_home_phone = '', father_office_phone = '', telephone = '', father_email = '', old_number = '',
      erased_on = ${today}
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
