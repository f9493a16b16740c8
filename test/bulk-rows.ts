import { sql, type Kysely } from 'kysely'
import type { Schema } from '#server/database/schema.ts'

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

/** Returns SQL that inserts 5,000 students in each of ten campuses, with the campuses interleaved. */
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

/** Inserts 50,000 students in ten campuses into an empty database and updates the planner's statistics. */
export async function insertFiftyThousandStudents(db: Kysely<Schema>, now: Date): Promise<void> {
  await sql`insert into campuses select 'Campus ' || n from generate_series(0, 9) n`.execute(db)
  await fiftyThousand(now).execute(db)
  await sql`vacuum analyze students`.execute(db)
}

interface VouchersToInsert {
  readonly campus: string
  readonly students: number
  /** The number of vouchers of each student, one a month. */
  readonly months: number
}

/** Inserts students with one voucher a month, all paid except the last. */
export async function insertVouchers(
  db: Kysely<Schema>,
  { campus, students, months }: VouchersToInsert,
  now: Date,
): Promise<void> {
  await sql`
    insert into students (campus, roll_no, admission_no, registration_no, admission_date, student_name, father_name,
      date_of_birth, place_of_birth, gender, religion, father_home_phone, student_class, section, admission_class,
      admitted_at, admitted_by)
    select ${campus}::text, n, n, n, '2024-04-01',
      (array['Ayesha Khan', 'عائشہ خان', 'Bilal Ahmed'])[1 + n % 3] || ' ' || n, 'Imran Khan',
      '2015-01-01', 'Lahore', 'male', 'Islam', '0300-1234567', ((n % 10 + 1)::text)::school_class, 'Red',
      ((n % 10 + 1)::text)::school_class, ${now}, 'x'
    from generate_series(1, ${students}::int) n`.execute(db)
  await sql`
    insert into vouchers (campus, voucher_no, roll_no, chain_no, kind, student_class, section, year, month,
      issue_date, due_date, period_from, period_to, monthly_fee, discount, registration_fee, admission_fee,
      examination_fee, fine, arrears, received, posted, fee_paid, generated_at, generated_by)
    select s.campus, s.student_class || 'Red' || s.roll_no || '-' || m, s.roll_no, m, 'monthly', s.student_class,
      s.section, 2000 + (m - 1) / 12, 1 + (m - 1) % 12, '2026-11-01', '2026-11-11', '2026-11-01', '2026-11-30',
      450000 + s.roll_no, 5000, 0, 0, 100050, 0, 0,
      case when m < ${months} then 545050 + s.roll_no else 0 end, true, m < ${months}, ${now}, 'x'
    from students s, generate_series(1, ${months}::int) m where s.campus = ${campus}`.execute(db)
  await sql`analyze students, vouchers`.execute(db)
}
