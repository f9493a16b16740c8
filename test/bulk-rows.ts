import type { Schema } from '#server/database/schema.ts'
import { sql, type Kysely } from 'kysely'

const names = [
  'Ayesha',
  'Ali',
  'Bilal',
  'Fatima',
  'Hamza',
  'Zainab',
  'Usman',
  'Maryam',
  'Noor',
  'Saad',
  'عائشہ',
]
const families = ['Khan', 'Ahmed', 'Malik', 'Butt', 'Sheikh', 'Raza', 'Iqbal', 'Hussain', 'Qureshi', 'خان']

/** 5,000 students in each of ten campuses, whose rows lie mixed as they were admitted. */
const fiftyThousand = (now: Date) => sql`
  insert into students (campus, roll_no, admission_no, registration_no, admission_date, student_name, father_name,
    date_of_birth, place_of_birth, gender, religion, father_cnic, father_home_phone, telephone, student_class, section,
    admission_class, admitted_at, admitted_by, state, left_on)
  select 'Campus ' || n % 10, n / 10 + 1, n / 10 + 1, n / 10 + 1, '2024-04-01',
    (${names}::text[])[1 + n / 10 * 7919 % 104729 % 11] || ' ' || (${families}::text[])[1 + n / 10 * 104729 % 7919 % 10],
    (${names}::text[])[1 + n / 10 * 31337 % 65537 % 11] || ' ' || (${families}::text[])[1 + n / 10 * 104729 % 7919 % 10],
    '2015-01-01', 'Lahore', 'male', 'Islam',
    '35202-' || lpad((n * 1299709 % 9999991)::text, 7, '0') || '-1',
    '0300-' || lpad((n * 15485863 % 9999991)::text, 7, '0'),
    '0321-' || lpad((n * 32452843 % 9999991)::text, 7, '0'),
    '5', 'Red', '5', ${now}, 'x', (array['active', 'removed']::student_state[])[1 + (n % 20 = 0)::int],
    case when n % 20 = 0 then '2026-01-01'::date end
  from generate_series(0::bigint, 49999) n`

/** Fills an empty database with them and lets the planner know. */
export async function fiftyThousandStudents(db: Kysely<Schema>, now: Date): Promise<void> {
  await sql`insert into campuses select 'Campus ' || n from generate_series(0, 9) n`.execute(db)
  await fiftyThousand(now).execute(db)
  await sql`vacuum analyze students`.execute(db)
}
