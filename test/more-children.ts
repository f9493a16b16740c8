import { sql, type Kysely } from 'kysely'
import type { Schema } from '#server/database/schema.ts'

/** Inserts copies of Main Campus's first child, with the next roll numbers and without a voucher. */
export async function insertMoreChildren(db: Kysely<Schema>, count: number): Promise<void> {
  const rollNumbers = sql`(
    select last + n as roll_no
    from (select max(roll_no) as last from students where campus = 'Main Campus') as given, generate_series(1, ${count}::int) n
  ) as added`
  await sql`
    with admitted as (
      insert into students (campus, roll_no, admission_no, registration_no, admission_date, student_name, father_name,
        date_of_birth, place_of_birth, gender, religion, father_home_phone, student_class, section, admission_class,
        admitted_at, admitted_by)
      select campus, added.roll_no, added.roll_no, added.roll_no, admission_date, student_name, father_name,
        date_of_birth, place_of_birth, gender, religion, father_home_phone, student_class, section, admission_class,
        admitted_at, admitted_by
      from students, ${rollNumbers} where campus = 'Main Campus' and students.roll_no = 1
      returning campus, roll_no
    )
    insert into fees (campus, roll_no, monthly_fee, discount)
    select admitted.campus, admitted.roll_no, monthly_fee, discount
    from fees, admitted where fees.campus = 'Main Campus' and fees.roll_no = 1`.execute(db)
}
