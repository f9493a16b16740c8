import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tablesWithCampus } from '#test/campus-tables.ts'
import { covers } from '#test/covers.ts'
import { admit, generateAndPost, openSchool, type TestSchool } from '#test/school.ts'

const denied = '42501'

describe('the privileges of a call', () => {
  let school: TestSchool
  let tables: string[]

  beforeAll(async () => {
    school = await openSchool()
    tables = await tablesWithCampus(school.db)
    for (const [userId, campus] of [
      ['office@main.test', 'Main Campus'],
      ['office@city.test', 'City Campus'],
    ] as const) {
      const office = await school.as(userId)
      await admit(office, { financialData: { feePeriod: '2026-10-01 to 2026-10-31' } })
      await generateAndPost(office, campus, '2026-11-01')
    }
  })
  afterAll(async () => school[Symbol.asyncDispose]())

  /** Runs a statement in a call of Main Campus. Returns `ok` and the number of rows, or the database's error code. */
  const output = (statement: ReturnType<typeof sql>): Promise<string> =>
    school.db
      .transaction()
      .execute(async (trx) => {
        await sql`select set_config('app.campus', 'Main Campus', true), set_config('role', 'portal_clerk', true)`.execute(
          trx,
        )
        return `ok ${(await statement.execute(trx)).numAffectedRows ?? ''}`
      })
      .catch((problem: unknown) => String((problem as { code?: unknown }).code))

  it('forbid deletion', async () => {
    covers('decisions 3.corrections.append-only', 'security accounts.append-only')

    const { rows } = await sql<{ name: string }>`
      select tablename as name from pg_tables where schemaname = 'public'`.execute(school.db)
    expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(tables))
    for (const { name } of rows) {
      expect([name, await output(sql`delete from ${sql.table(name)}`)]).toEqual([name, denied])
      expect([name, await output(sql`truncate ${sql.table(name)} cascade`)]).toEqual([name, denied])
    }
  })

  it.each([
    'receipts.amount',
    'receipts.received_by',
    'receipts.received_on',
    'receipts.voucher_no',
    'receipts.reason',
    'changes.what',
    'changes.changed_by',
    'changes.before',
    'changes.after',
    'vouchers.received',
    'vouchers.received_by',
    'vouchers.received_on',
    'vouchers.edited_by',
    'vouchers.voucher_no',
    'vouchers.generated_by',
    'counters.counter',
    'answers.payload_hash',
    'answers.answer',
    'fee_plans.monthly_fee',
    'staff.role',
    'staff.password_hash',
    'staff.disabled',
    'sessions.seen_at',
    'campuses.campus',
    'students.import_no',
    'imports.state',
  ])('forbid changing %s', async (column) => {
    covers('decisions 3.corrections.append-only', 'security accounts.append-only')

    const [table = '', name = ''] = column.split('.')
    expect(await output(sql`update ${sql.table(table)} set ${sql.ref(name)} = null`)).toBe(denied)
  })

  it('allow changing the arrears of an unposted voucher, but not of a posted voucher', async () => {
    covers('decisions 6.unposted.posted')

    const raiseArrears = sql`update vouchers set arrears = arrears + 1 where kind = 'monthly'`
    expect(await output(raiseArrears)).toBe('P0001')
    await school.db.updateTable('vouchers').set({ posted: false }).where('kind', '=', 'monthly').execute()
    expect(await output(raiseArrears)).toBe('ok 1')
  })

  it.each([
    'sessions',
    'known_devices',
    'sign_in_tries',
    'password_links',
    'migrations',
    'totp_secrets',
    'passkeys',
    'recovery_codes',
    'passkey_challenges',
    'pending_sign_ins',
    'imports',
    'import_rows',
    'import_mappings',
  ])('forbid reading %s', async (table) => {
    expect(await output(sql`select count(*) from ${sql.table(table)}`)).toBe(denied)
  })

  it('forbid reading a password hash', async () => {
    expect(await output(sql`select password_hash from staff`)).toBe(denied)
    expect(await output(sql`select * from staff`)).toBe(denied)
  })

  it('do not extend to sign-in, ownership, new tables or policies', async () => {
    const { rows } = await sql`
      select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolcanlogin from pg_roles
      where rolname = 'portal_clerk'`.execute(school.db)
    expect(rows).toEqual([
      { rolsuper: false, rolbypassrls: false, rolcreaterole: false, rolcreatedb: false, rolcanlogin: false },
    ])
    expect(await output(sql`create table mine (a int)`)).toBe(denied)
    expect(await output(sql`alter table students disable row level security`)).toBe(denied)
    expect(await output(sql`drop policy own_campus on students`)).toBe(denied)
  })
})
