// Children who left (decision record 56).

import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { CalendarDate } from '#domain/calendar.ts'
import type { Leaver } from '#domain/erasure.ts'
import type { SchoolClass, Section } from '#domain/school.ts'
import type { Schema } from '#server/database/schema.ts'
import { writeHistory } from '#server/records/history.ts'
import type { Scope } from '#server/records/scope.ts'

export interface LeaverRow extends Leaver {
  readonly rollNo: number
  readonly studentName: string
  readonly fatherName: string
  readonly studentClass: SchoolClass
  readonly section: Section
}

/** Left up to a day, data still kept, the earliest departures first. */
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

/** Null if the personal data are kept. */
export async function findErasedOn({ trx, campus }: Scope, rollNo: number): Promise<CalendarDate | null> {
  const { rows } = await sql<{ erasedOn: CalendarDate | null }>`
    select erased_on as "erasedOn" from students where campus = ${campus} and roll_no = ${rollNo}`.execute(
    trx,
  )
  return rows[0]?.erasedOn ?? null
}

const hasCell = (column: RawBuilder<unknown>) => sql`(${column} <> '' and exists (
  select from jsonb_array_elements_text(r.cells) c where btrim(plain_words(c)) = btrim(plain_words(${column}))))`

/** CNIC and phone are compared by their digits. */
const hasDigits = (column: RawBuilder<unknown>) => sql`(length(${column}) > 6 and exists (
  select from jsonb_array_elements_text(r.cells) c
  where regexp_replace(c, '\\D', '', 'g') = regexp_replace(${column}, '\\D', '', 'g')))`

const [ofName, ofFather] = [hasCell(sql`s.student_name`), hasCell(sql`s.father_name`)]
const ofOldNumber = hasCell(sql`s.old_number`)
const ofFamily = sql`(${ofFather} or ${hasDigits(sql`s.father_cnic`)} or ${hasDigits(sql`s.father_home_phone`)})`

/** SQL: a row matches by both names or, without a record, by two of name, old number and family, as any may be misspelled. */
const isAbout = sql`(${ofName} and ${ofFather} or r.roll_no is null
  and (${ofName} and ${ofFamily} or ${ofOldNumber} and ${ofFamily} or ${ofName} and ${ofOldNumber}))`

/** The number of days for which rows of an import that are not in the books are kept. */
export const importRowsKeptDays = 30

/** Ends imports that were not applied, and deletes unused rows of applied ones: they hold personal data that no record has. */
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
 * Names, date and place of birth but for the year, religion, contacts and the old number: in records, rows of imports and
 * history. The line about each has a hash of the rest of its earlier lines.
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
