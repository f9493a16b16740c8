// A school group of any size, written in SQL: the same every time, and its books keep every law that `portal verify` asks.

import { addMonths, firstOfMonth, monthOf, type CalendarDate } from '#domain/calendar.ts'
import { postableMonths } from '#domain/posting.ts'
import type { Schema } from '#server/database/schema.ts'
import { hashPassword } from '#server/auth/password.ts'
import { sql, type Kysely } from 'kysely'

export interface Size {
  readonly campuses: number
  readonly students: number
  /** The last of them is the month of `until`. */
  readonly months: number
}

/** What there is in a data set, for those who ask for it. */
export interface School extends Size {
  readonly campusNames: readonly string[]
  /** The first day of the first and of the last month that have vouchers. */
  readonly firstMonth: CalendarDate
  readonly lastMonth: CalendarDate
}

/** Where a data set ends on a day: the months that can be posted on that day have no vouchers yet. */
export const endOfDataSet = (today: CalendarDate): CalendarDate =>
  monthAfter(firstOfMonth(postableMonths(today).first), -1)

/** The password of every clerk of the data set. */
export const password = 'bench-password'

export const clerkOf = (campus: string): string => `clerk@${campus.toLowerCase().replace(' ', '-')}`

/** The `n`th month after a month, as its first day. */
export const monthAfter = (month: CalendarDate, n: number): CalendarDate =>
  firstOfMonth(addMonths(monthOf(month), n))

const schoolOf = (size: Size, until: CalendarDate): School => ({
  ...size,
  campusNames: Array.from({ length: size.campuses }, (_, n) => `Campus ${n + 1}`),
  firstMonth: monthAfter(until, 1 - size.months),
  lastMonth: monthAfter(until, 0),
})

const givenNames = `array['Ayesha','Ali','Bilal','Fatima','Hamza','Zainab','Usman','Maryam','Noor','Saad','عائشہ',
  'Hassan','Hira','Iqra','Junaid','Kiran','Laiba','Mahnoor','Nida','Omar','Rabia','Sana','Tariq']`
const families = `array['Khan','Ahmed','Malik','Butt','Sheikh','Raza','Iqbal','Hussain','Qureshi','خان','Chaudhry',
  'Siddiqui','Mirza','Abbasi','Rehman','Javed','Aslam']`

const students = (campus: string, count: number, since: CalendarDate) => `
  insert into students (campus, roll_no, admission_no, registration_no, admission_date, student_name, father_name,
    date_of_birth, place_of_birth, gender, religion, address, father_cnic, father_occupation, father_home_phone,
    telephone, student_class, section, admission_class, admitted_at, admitted_by)
  select '${campus}', n, n, n, '${since}'::date - 30,
    (${givenNames})[1 + n * 7919 % 23] || ' ' || (${families})[1 + n * 104729 % 7919 % 17],
    (${givenNames})[1 + n * 31337 % 65537 % 23] || ' ' || (${families})[1 + n * 104729 % 7919 % 17],
    '2012-01-01'::date + (n % 2500)::int, 'Lahore', (array['male', 'female']::student_gender[])[1 + n % 2], 'Islam',
    'House ' || n || ', Street ' || n % 40 || ', Lahore', '35202-' || lpad((n * 1299709 % 9999991)::text, 7, '0') || '-1',
    'Trade', '0300-' || lpad((n * 15485863 % 9999991)::text, 7, '0'), '0321-' || lpad((n * 32452843 % 9999991)::text, 7, '0'),
    class, case class when 'Hifz' then 'Hifz' else (enum_range(null::school_section))[1 + n / 14 % 5] end, class,
    '${since}'::date - 30, '${clerkOf(campus)}'
  from generate_series(1::bigint, ${count}) n, lateral (select (enum_range(null::school_class))[1 + n % 14] as class) c`

const fees = (campus: string) => `
  insert into fees (campus, roll_no, monthly_fee, discount)
  select campus, roll_no, 300000 + 10000 * (roll_no % 14), case roll_no % 10 when 0 then 50000 else 0 end
  from students where campus = '${campus}'`

// 85 of 100 vouchers are paid in full with all that they took over; the last month's are all still to be paid. What an
// unpaid one leaves is carried to the next, and is paid with it.
const vouchers = (campus: string, { months, firstMonth }: School) => `
  insert into vouchers (campus, voucher_no, roll_no, chain_no, kind, student_class, section, year, month, issue_date,
    due_date, period_from, period_to, monthly_fee, discount, registration_fee, admission_fee, examination_fee, arrears,
    received, received_on, received_by, posted, fee_paid, carried_to, generated_at, generated_by)
  with charged as (
    select s.roll_no, s.student_class, s.section, f.monthly_fee, f.discount, m, first_day,
      case m % 6 when 0 then 100000 else 0 end as examination_fee,
      f.monthly_fee - f.discount + case m % 6 when 0 then 100000 else 0 end as amount,
      m < ${months} and (s.roll_no::bigint * 2654435761 + m * 40503) / 128 % 100 < 85 as paid,
      replace(s.student_class::text || s.section::text || s.roll_no, ' ', '') || '-' as mark
    from students s join fees f on f.campus = s.campus and f.roll_no = s.roll_no, generate_series(1, ${months}) m,
      lateral (select ('${firstMonth}'::date + (m - 1) * interval '1 month')::date as first_day) d
    where s.campus = '${campus}'),
  added as (
    select *, sum(amount) over (partition by roll_no order by m) as charged_so_far,
      lead(first_day) over (partition by roll_no order by m) as next_day from charged),
  settled as (
    select *, coalesce(max(charged_so_far) filter (where paid) over (partition by roll_no order by m
        rows between unbounded preceding and 1 preceding), 0) as paid_so_far,
      coalesce(max(m) filter (where paid) over (partition by roll_no), 0) as last_paid from added)
  select '${campus}', mark || to_char(first_day, 'YYYYMM'), roll_no, m, 'monthly', student_class, section,
    extract(year from first_day), extract(month from first_day), first_day, first_day + 10, first_day,
    (first_day + interval '1 month' - interval '1 day')::date, monthly_fee, discount, 0, 0, examination_fee,
    charged_so_far - amount - paid_so_far, case when paid then charged_so_far - paid_so_far else 0 end,
    case when paid then first_day + 1 + roll_no % 20 end, case when paid then '${clerkOf(campus)}' end, true,
    m <= last_paid, case when not paid and next_day is not null then mark || to_char(next_day, 'YYYYMM') end,
    first_day + interval '5 hours', '${clerkOf(campus)}'
  from settled order by m, student_class, section, roll_no`

const receipts = (campus: string) => `
  insert into receipts (campus, receipt_no, voucher_no, roll_no, kind, amount, received_on, received_by, entered_at)
  select campus, row_number() over (order by received_on, roll_no), voucher_no, roll_no, 'receipt', received, received_on,
    received_by, received_on + interval '5 hours'
  from vouchers where campus = '${campus}' and received > 0`

const history = (campus: string) => `
  insert into changes (campus, changed_at, changed_by, what, roll_no, voucher_no, receipt_no, before, after)
  select campus, generated_at + (what = 'vouchers posted')::int * interval '1 minute', generated_by, what, null, null,
    null, null, jsonb_build_object('year', year, 'month', month, 'generated', count(*), 'skipped', 0,
      'count', count(*), 'amount', sum(amount))
  from vouchers, unnest(array['vouchers generated', 'vouchers posted']) what where campus = '${campus}'
  group by campus, generated_at, generated_by, year, month, what
  union all
  select r.campus, r.entered_at, r.received_by, 'payment received', r.roll_no, r.voucher_no, r.receipt_no,
    jsonb_build_object('received', 0, 'balance', v.arrears + v.amount),
    jsonb_build_object('received', v.received, 'balance', v.net_balance)
  from receipts r join vouchers v using (campus, voucher_no) where r.campus = '${campus}'
  order by 2`

const counters = (campus: string) => `
  insert into counters (campus, counter, last)
  select '${campus}', 'roll number', max(roll_no) from students where campus = '${campus}'
  union all select '${campus}', 'receipt', coalesce(max(receipt_no), 0) from receipts where campus = '${campus}'`

/** Fills a migrated, empty database; triggers and foreign keys rest meanwhile, for which a superuser is needed. */
export async function fillSchool(db: Kysely<Schema>, size: Size, until: CalendarDate): Promise<School> {
  const school = schoolOf(size, until)
  const waiting = [...school.campusNames]
  const passwordHash = await hashPassword(password)
  await db.insertInto('school').values({ name: 'Bench School Group', tax_number: '1234567-8' }).execute()
  const fillNext = () =>
    db.connection().execute(async (connection) => {
      await sql`set session_replication_role = replica`.execute(connection)
      await sql`set statement_timeout = 0`.execute(connection)
      // Of a campus that is just being made no statistics know: a loop over its index would be taken for a short one.
      await sql`set enable_nestloop = off`.execute(connection)
      for (let campus = waiting.shift(); campus; campus = waiting.shift()) {
        const clerk = {
          campus,
          user_id: clerkOf(campus),
          name: `Clerk of ${campus}`,
          role: 'readwrite' as const,
        }
        await connection.insertInto('campuses').values({ campus }).execute()
        await connection
          .insertInto('staff')
          .values({ ...clerk, password_hash: passwordHash })
          .execute()
        const steps = [
          students(campus, school.students, school.firstMonth),
          fees(campus),
          vouchers(campus, school),
        ]
        for (const step of [...steps, receipts(campus), history(campus), counters(campus)]) {
          await sql.raw(step).execute(connection)
        }
      }
      await sql`reset session_replication_role`.execute(connection)
      await sql`reset statement_timeout`.execute(connection)
      await sql`reset enable_nestloop`.execute(connection)
    })
  await Promise.all(school.campusNames.slice(0, 2).map(fillNext))
  await sql`vacuum analyze`.execute(db)
  await sql`checkpoint`.execute(db)
  return school
}
