// @module-tag gate

import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { paisa } from '#domain/money.ts'
import { classes, sections } from '#domain/school.ts'
import { netBalance, thisMonth } from '#domain/voucher-amounts.ts'
import { verifyPassword } from '#server/auth/password.ts'
import { bookLaws } from '#server/records/laws/book-laws.ts'
import { covers } from '#test/covers.ts'
import { openTestDatabase, type TestDatabase } from '#test/database.ts'
import { passwords } from '#test/school.ts'
import { fillDemoSchool } from './fill-demo-school.ts'

const today = '2026-11-21'
const noonOf = (day: string) => new Date(`${day}T12:00:00+05:00`)

/** Further conditions on the demo school; `:today` is the day on which it was filled. */
const demoLaws = {
  'receipts are numbered from one in the order of entry': `
    select receipt_no from (select receipt_no,
      row_number() over (partition by campus order by entered_at, receipt_no) as place from receipts) r
    where receipt_no <> place`,
  'history is numbered in the order of the changes': `
    select change_no from (select campus, change_no, changed_at,
      lag(changed_at) over (partition by campus order by change_no) as before from changes) c where changed_at < before`,
  'admission vouchers are posted and paid': `
    select voucher_no from vouchers where kind = 'admission' and not (posted and fee_paid and net_balance = 0)`,
  'money is received on posted vouchers, while they are the latest, and not in the future': `
    select r.receipt_no from receipts r join vouchers v using (campus, voucher_no)
      left join vouchers n on n.campus = v.campus and n.roll_no = v.roll_no and n.chain_no = v.chain_no + 1
    where not v.posted or r.entered_at < v.generated_at or r.entered_at >= n.generated_at or r.received_on > :today
      or r.received_on <> (r.entered_at at time zone 'Asia/Karachi')::date or r.roll_no <> v.roll_no`,
  'a student who left owes nothing and has no vouchers or receipts after that day': `
    select s.roll_no from students s join vouchers v using (campus, roll_no) left join receipts r using (campus, voucher_no)
    where s.state <> 'active' and (v.issue_date > s.left_on or r.received_on > s.left_on or not v.fee_paid
      or s.left_on > :today)`,
  'every active student has a voucher in every generated month since the admission': `
    select s.roll_no from students s, (select distinct campus, year, month from vouchers
        where kind = 'monthly' and not voided) m
    where m.campus = s.campus and s.state = 'active' and make_date(m.year, m.month, 1) >= date_trunc('month', s.admission_date)
      and not exists (select from vouchers v where v.campus = s.campus and v.roll_no = s.roll_no
        and v.year = m.year and v.month = m.month)`,
  'every student was admitted by today, and born years before': `
    select roll_no from students where admission_date > :today or date_of_birth > admission_date - interval '18 months'
      or date_of_birth > :today::date - interval '3 years' or promoted_on < admission_date - 400`,
  'roll numbers follow the admission dates without a gap': `
    select roll_no from (select *, row_number() over (partition by campus order by admission_date, roll_no) + 1000 as place
      from students) s where place <> roll_no or admission_no <> roll_no or registration_no <> roll_no`,
  'each payment and each correction is in the history once': `
    select r.receipt_no from receipts r left join changes c using (campus, receipt_no)
    where r.kind = 'receipt' group by r.campus, r.receipt_no, r.amount
    having count(c.*) <> 1 or min((c.before ->> 'balance')::bigint - (c.after ->> 'balance')::bigint)
      <> r.amount - coalesce((select sum(-x.amount) from receipts x where x.campus = r.campus
        and x.receipt_no = r.receipt_no - 1 and x.kind = 'reversal'), 0)`,
  'each CNIC and telephone number belongs to one family': `
    select father_home_phone from students group by father_home_phone
    having count(distinct (campus, father_name, father_cnic, address, telephone)) > 1`,
  'CNIC, telephone numbers and names have the formats of Pakistan': `
    select roll_no from students where father_cnic !~ '^(\\d{5}-\\d{7}-\\d)?$' or father_home_phone !~ '^03\\d\\d-\\d{7}$'
      or telephone !~ '^(03\\d\\d-\\d{7})?$' or student_name <> trim(student_name) or student_name like '%  %'`,
} as const satisfies Readonly<Record<string, string>>

const laws = Object.entries({ ...bookLaws, ...demoLaws })

async function offenders(database: TestDatabase, law: string, day: string): Promise<unknown[]> {
  return (await sql.raw(law.replaceAll(':today', `'${day}'`)).execute(database.kysely)).rows
}

/** Returns the number of rows in a table or subquery; `from` is the text after FROM. */
async function count(database: TestDatabase, from: string): Promise<number> {
  const { rows } = await sql
    .raw<{ count: number }>(`select count(*)::int as count from ${from}`)
    .execute(database.kysely)
  return rows[0]?.count ?? 0
}

describe('the demo school of 300 students in each campus', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await openTestDatabase()
    await fillDemoSchool(database.kysely, { students: 300, now: noonOf(today), passwords })
  })
  afterAll(() => database.close())

  test.each(laws)('%s', async (_law, query) => {
    covers('decisions 1.demo.names')

    expect(await offenders(database, query, today)).toEqual([])
  })

  test('has only amounts that match the rules', async () => {
    const rows = await database.kysely.selectFrom('vouchers').selectAll().execute()
    for (const row of rows) {
      const account = {
        monthlyFee: paisa(row.monthly_fee),
        discount: paisa(row.discount),
        registrationFee: paisa(row.registration_fee),
        admissionFee: paisa(row.admission_fee),
        examinationFee: paisa(row.examination_fee),
        fine: paisa(row.fine),
        arrears: paisa(row.arrears),
        received: paisa(row.received),
        adjusted: paisa(row.adjusted),
      }
      expect([row.voucher_no, thisMonth(account), netBalance(account)]).toEqual([
        row.voucher_no,
        row.amount,
        row.net_balance,
      ])
    }
  })

  test('has the school, campuses and staff of the manual', async () => {
    covers('decisions 1.demo.school')

    expect(await database.kysely.selectFrom('school').select(['name', 'tax_number']).execute()).toEqual([
      { name: 'Green Valley School', tax_number: '1234567-8' },
    ])
    const staff = await database.kysely.selectFrom('staff').selectAll().orderBy('user_id').execute()
    expect(staff.map(({ campus, user_id, role, disabled }) => [campus, user_id, role, disabled])).toEqual([
      ['City Campus', 'admin@city.demo', 'admin', false],
      ['Main Campus', 'admin@main.demo', 'admin', false],
      ['City Campus', 'desk@city.demo', 'write', false],
      ['Main Campus', 'desk@main.demo', 'write', false],
      ['City Campus', 'office@city.demo', 'readwrite', false],
      ['Main Campus', 'office@main.demo', 'readwrite', false],
      ['City Campus', 'viewer@city.demo', 'read', false],
      ['Main Campus', 'viewer@main.demo', 'read', false],
    ])
    for (const { password_hash } of staff)
      expect(await verifyPassword(password_hash, 'school-demo')).toBe(true)
  })

  test('has students in every class and section of both campuses', async () => {
    covers('decisions 1.demo.names')

    for (const campus of ['Main Campus', 'City Campus']) {
      expect(await count(database, `students where campus = '${campus}'`)).toBe(300)
      expect(
        await count(
          database,
          `(select distinct student_class from students where campus = '${campus}') as used`,
        ),
      ).toBe(classes.length)
      expect(
        await count(database, `(select distinct section from students where campus = '${campus}') as used`),
      ).toBe(sections.length)
    }
  })

  test('is unchanged by a second start', async () => {
    expect(await fillDemoSchool(database.kysely, { students: 5, now: noonOf(today), passwords })).toBe(false)
    expect(await count(database, 'students')).toBe(600)
  })

  test('has the receipt trigger enabled again afterwards', async () => {
    const { rows } = await sql<{ enabled: string }>`
      select tgenabled as enabled from pg_trigger where tgname = 'count_receipt'`.execute(database.kysely)
    expect(rows).toEqual([{ enabled: 'O' }])
  })
})

describe('a small demo school', () => {
  let database: TestDatabase
  const fill = (students: number, day: string, now = noonOf(day)): Promise<boolean> =>
    fillDemoSchool(database.kysely, {
      students,
      now,
      passwords,
    })
  beforeAll(async () => {
    database = await openTestDatabase()
  })
  afterEach(() => database.empty())
  afterAll(() => database.close())

  test('is not added to a database that has a real school', async () => {
    covers('decisions 1.demo.only')

    const school = { name: 'Hill School', tax_number: '7654321-0' }
    await database.kysely.insertInto('school').values(school).execute()
    expect(await fill(5, today)).toBe(false)
    expect(await count(database, 'campuses')).toBe(0)
  })

  test('is the same school every time', async () => {
    covers('decisions 1.demo.repeatable')

    const dumps: unknown[] = []
    for (let time = 0; time < 2; time++) {
      await fill(40, today)
      const tables = [
        ...(['staff', 'students', 'fees', 'vouchers', 'receipts', 'changes'] as const),
        ...(['voucher_runs', 'adjustments', 'approvals', 'campus_rules', 'book_closings'] as const),
      ]
      dumps.push(
        await Promise.all(
          // The hash of a password has a salt.
          tables.map((table) =>
            sql`select to_jsonb(t) - 'password_hash' as row from ${sql.table(table)} t order by 1`.execute(
              database.kysely,
            ),
          ),
        ),
      )
      await database.empty()
    }
    expect(dumps[0]).toEqual(dumps[1])
  })

  test.each([
    ['the first of a year', '2026-01-01', 60],
    ['a leap day', '2024-02-29', 60],
    ['the day on which vouchers are generated', '2026-11-01', 60],
    ['a Sunday at the end of a month', '2026-05-31', 60],
    ['the day of promotion', '2027-04-01', 60],
    ['a school of one student', '2026-11-21', 1],
    ['a school of two students', '2026-07-15', 2],
  ])('satisfies every book law: %s', async (_what, day, students) => {
    expect(await fill(students, day)).toBe(true)
    const broken: string[] = []
    for (const [law, query] of laws) {
      if ((await offenders(database, query, day)).length > 0) broken.push(law)
    }
    expect(broken).toEqual([])
  })

  test.each(['2026-12-01T00:00:01', '2026-12-01T00:23:00', '2026-11-21T08:30:00'])(
    'has nothing later than the clock and satisfies every law at %s',
    async (time) => {
      const now = new Date(`${time}+05:00`)
      const day = time.slice(0, 10)
      expect(await fill(120, day, now)).toBe(true)
      expect(await count(database, `receipts where received_on = '${day}'`)).toBeGreaterThan(0)
      const instants = [
        'receipts.entered_at',
        'vouchers.generated_at',
        'voucher_runs.generated_at',
        'changes.changed_at',
        'students.admitted_at',
        'approvals.requested_at',
        'approvals.decided_at',
        'adjustments.entered_at',
      ]
      for (const instant of instants) {
        const [table = ''] = instant.split('.')
        expect([instant, await count(database, `${table} where ${instant} > '${time}+05:00'`)]).toEqual([
          instant,
          0,
        ])
      }
      const broken: string[] = []
      for (const [law, query] of laws)
        if ((await offenders(database, query, day)).length > 0) broken.push(law)
      expect(broken).toEqual([])
    },
  )

  test('has receipts of today even on the first of a month', async () => {
    await fill(120, '2026-12-01')
    expect(await count(database, `receipts where received_on = '2026-12-01'`)).toBeGreaterThan(0)
  })
})
