// The measured school in SQL. Its data are the same every time and pass `portal verify`.

import { Client } from 'pg'
import { addMonths, dateAt, firstOfMonth, monthOf, type CalendarDate } from '#domain/calendar.ts'
import { postableMonths } from '#domain/posting.ts'
import { Passwords } from '#server/auth/password.ts'

export interface Size {
  readonly campuses: number
  readonly students: number
  readonly months: number
}

export interface School extends Size {
  readonly campusNames: readonly string[]
  readonly firstCampus: string
  /** The first day of the last month with vouchers. */
  readonly lastMonth: CalendarDate
}

export const password = 'bench-password'

export const clerkOf = (campus: string): string => `clerk@${campus.toLowerCase().replace(' ', '-')}`

export const monthAfter = (day: CalendarDate, n: number): CalendarDate =>
  firstOfMonth(addMonths(monthOf(day), n))

export const voucherCount = ({ campuses, students, months }: Size): number => campuses * students * months

/** Returns the statement that fills a table for a campus. */
type Fill = (campus: string, size: Size, firstMonth: CalendarDate) => string

const givenNames = `(array['Ayesha','Ali','Bilal','Fatima','Hamza','Zainab','Usman','Maryam','Noor','Saad','عائشہ',
  'Hassan','Hira','Iqra','Junaid','Kiran','Laiba','Mahnoor','Nida','Omar','Rabia','Sana','Tariq'])`
const familyName = `(array['Khan','Ahmed','Malik','Butt','Sheikh','Raza','Iqbal','Hussain','Qureshi','خان','Chaudhry',
  'Siddiqui','Mirza','Abbasi','Rehman','Javed','Aslam'])[1 + n * 104729 % 7919 % 17]`

const students: Fill = (campus, { students: count }, since) => `
  insert into students (campus, roll_no, admission_no, registration_no, admission_date, student_name, father_name,
    date_of_birth, place_of_birth, gender, religion, address, father_cnic, father_occupation, father_home_phone,
    telephone, student_class, section, admission_class, admitted_at, admitted_by)
  select '${campus}', n, n, n, '${since}'::date - 30, ${givenNames}[1 + n * 7919 % 23] || ' ' || ${familyName},
    ${givenNames}[1 + n * 31337 % 65537 % 23] || ' ' || ${familyName},
    '2012-01-01'::date + (n % 2500)::int, 'Lahore', (array['male', 'female']::student_gender[])[1 + n % 2], 'Islam',
    'House ' || n || ', Street ' || n % 40 || ', Lahore', '35202-' || lpad((n * 1299709 % 9999991)::text, 7, '0') || '-1',
    'Trade', '0300-' || lpad((n * 15485863 % 9999991)::text, 7, '0'), '0321-' || lpad((n * 32452843 % 9999991)::text, 7, '0'),
    class, case class when 'Hifz' then 'Hifz' else (enum_range(null::school_section))[1 + n / 14 % 5] end, class,
    '${since}'::date - 30, '${clerkOf(campus)}'
  from generate_series(1::bigint, ${count}) n, lateral (select (enum_range(null::school_class))[1 + n % 14] as class) c`

const fees: Fill = (campus) => `
  insert into fees (campus, roll_no, monthly_fee, discount)
  select campus, roll_no, 300000 + 10000 * (roll_no % 14), case roll_no % 10 when 0 then 50000 else 0 end
  from students where campus = '${campus}'`

// 85 % of the vouchers before the last month are paid in full with arrears. The next voucher carries an unpaid balance.
const vouchers: Fill = (campus, { months }, firstMonth) => `
  insert into vouchers (campus, voucher_no, roll_no, chain_no, kind, student_class, section, year, month, issue_date,
    due_date, period_from, period_to, monthly_fee, discount, registration_fee, admission_fee, examination_fee, arrears,
    received, received_on, received_by, posted, fee_paid, carried_to, generated_at, generated_by, run_no)
  with charged as (
    select s.roll_no, s.student_class, s.section, f.monthly_fee, f.discount, m, first_day,
      case m % 6 when 0 then 100000 else 0 end as examination_fee,
      f.monthly_fee - f.discount + case m % 6 when 0 then 100000 else 0 end as amount,
      m < ${months} and (s.roll_no::bigint * 2654435761 + m * 40503) / 128 % 100 < 85 as paid,
      replace(s.student_class::text || s.section::text || s.roll_no, ' ', '') || '-' as number
    from students s join fees f on f.campus = s.campus and f.roll_no = s.roll_no, generate_series(1, ${months}) m,
      lateral (select ('${firstMonth}'::date + (m - 1) * interval '1 month')::date as first_day) d
    where s.campus = '${campus}'),
  summed as (
    select *, sum(amount) over (partition by roll_no order by m) as charged_so_far,
      lead(first_day) over (partition by roll_no order by m) as next_day from charged),
  settled as (
    select *, coalesce(max(charged_so_far) filter (where paid) over (partition by roll_no order by m
        rows between unbounded preceding and 1 preceding), 0) as paid_so_far,
      coalesce(max(m) filter (where paid) over (partition by roll_no), 0) as last_paid from summed)
  select '${campus}', number || to_char(first_day, 'YYYYMM'), roll_no, m, 'monthly', student_class, section,
    extract(year from first_day), extract(month from first_day), first_day, first_day + 10, first_day,
    (first_day + interval '1 month' - interval '1 day')::date, monthly_fee, discount, 0, 0, examination_fee,
    charged_so_far - amount - paid_so_far, case when paid then charged_so_far - paid_so_far else 0 end,
    case when paid then first_day + 1 + roll_no % 20 end, case when paid then '${clerkOf(campus)}' end, true,
    m <= last_paid, case when not paid and next_day is not null then number || to_char(next_day, 'YYYYMM') end,
    first_day + interval '5 hours', '${clerkOf(campus)}', m
  from settled order by m, student_class, section, roll_no`

const receipts: Fill = (campus) => `
  insert into receipts (campus, receipt_no, voucher_no, roll_no, kind, amount, received_on, received_by, entered_at)
  select campus, row_number() over (order by received_on, roll_no), voucher_no, roll_no, 'receipt', received, received_on,
    received_by, received_on + interval '5 hours'
  from vouchers where campus = '${campus}' and received > 0`

const history: Fill = (campus) => `
  insert into changes (campus, changed_at, changed_by, what, roll_no, voucher_no, receipt_no, before, after)
  select campus, generated_at + (what = 'vouchers posted')::int * interval '1 minute', generated_by, what, null, null,
    null, null, jsonb_build_object('year', year, 'month', month, 'generated', count(*), 'skipped', 0,
      'count', count(*), 'amount', sum(amount))
      || case what when 'vouchers posted' then jsonb_build_object('vouchers', jsonb_agg(voucher_no)) else '{}' end
  from vouchers, unnest(array['vouchers generated', 'vouchers posted']) what where campus = '${campus}'
  group by campus, generated_at, generated_by, year, month, what
  union all
  select r.campus, r.entered_at, r.received_by, 'payment received', r.roll_no, r.voucher_no, r.receipt_no,
    jsonb_build_object('received', 0, 'balance', v.arrears + v.amount),
    jsonb_build_object('received', v.received, 'balance', v.net_balance)
  from receipts r join vouchers v using (campus, voucher_no) where r.campus = '${campus}'
  order by 2`

const counters: Fill = (campus) => `
  insert into counters (campus, counter, last)
  select '${campus}', 'roll number', max(roll_no) from students where campus = '${campus}'
  union all select '${campus}', 'receipt', coalesce(max(receipt_no), 0) from receipts where campus = '${campus}'
  union all select '${campus}', 'run', coalesce(max(run_no), 0) from voucher_runs where campus = '${campus}'
  union all select '${campus}', 'adjustment', coalesce(max(adjustment_no), 0) from adjustments where campus = '${campus}'
  union all select '${campus}', 'approval', coalesce(max(request_no), 0) from approvals where campus = '${campus}'
  union all select '${campus}', 'import', 0 where to_regclass('imports') is not null`

// Each month has one run, whose number is that of the month.
const runs: Fill = (campus) => `
  insert into voucher_runs (campus, run_no, year, month, issue_date, due_date, period_from, period_to, generated_at,
    generated_by)
  select campus, run_no, year, month, min(issue_date), min(due_date), min(period_from), min(period_to), generated_at,
    generated_by
  from vouchers where campus = '${campus}' group by campus, run_no, year, month, generated_at, generated_by`

const staff = (campus: string, passwordHash: string) => `
  insert into campuses (campus) values ('${campus}');
  insert into staff (campus, user_id, name, role, password_hash)
  values ('${campus}', '${clerkOf(campus)}', 'Clerk of ${campus}', 'readwrite', '${passwordHash}')`

/** The statements that fill the books. Each statement reads the rows of the statements before it. */
const fillStatements = {
  students,
  fees,
  vouchers,
  receipts,
  changes: history,
  voucher_runs: runs,
  counters,
} satisfies Readonly<Record<string, Fill>>

export type FilledTable = keyof typeof fillStatements

async function fillCampuses(url: string, queue: string[], fill: (campus: string) => readonly string[]) {
  const client = new Client({ connectionString: url })
  await client.connect()
  // A new campus has no statistics yet: the planner would choose nested loops over its index.
  await client.query('set session_replication_role = replica; set enable_nestloop = off')
  for (let campus = queue.shift(); campus !== undefined; campus = queue.shift()) {
    for (const statement of fill(campus)) await client.query(statement)
  }
  await client.end()
}

/** Fills a migrated, empty database as a superuser, because it turns off triggers and foreign keys. */
export async function fillSchool(url: string, size: Size): Promise<School> {
  // The months that can be posted today have no vouchers yet.
  const lastMonth = monthAfter(firstOfMonth(postableMonths(dateAt(new Date())).first), -1)
  const firstMonth = monthAfter(lastMonth, 1 - size.months)
  const campusNames = Array.from({ length: size.campuses }, (_, n) => `Campus ${n + 1}`)
  const passwordHash = await new Passwords().hash(password)
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query("insert into school (name, tax_number) values ('Bench School Group', '1234567-8')")
  const fillCampus = (campus: string) => [
    staff(campus, passwordHash),
    ...Object.values(fillStatements).map((fill) => fill(campus, size, firstMonth)),
    `select hash_rows_of('${campus}')`,
  ]
  const queue = [...campusNames]
  await Promise.all([fillCampuses(url, queue, fillCampus), fillCampuses(url, queue, fillCampus)])
  await client.query('vacuum analyze')
  await client.query('checkpoint')
  await client.end()
  return { ...size, campusNames, firstCampus: 'Campus 1', lastMonth }
}
