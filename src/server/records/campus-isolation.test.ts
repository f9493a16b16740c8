import { sql, type Kysely, type Transaction } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Schema } from '#server/database/schema.ts'
import { keysWithoutCampus, tablesWithCampus, tablesWithoutPolicy } from '#test/campus-tables.ts'
import { covers } from '#test/covers.ts'
import { bringIn, keepImportedRow } from '#test/moving-in.ts'
import { admit, closeAndDeposit, generateAndPost, openSchool, type TestSchool } from '#test/school.ts'
import { addPasskey, requestFactor, setUpApp } from '#test/second-factors.ts'

type Db = Kysely<Schema>

/** Unique keys that begin with another column, because the row is looked up before the campus is known. */
const keysUsedBeforeCampus = ['staff.user_id', 'sessions.token_hash', 'pending_sign_ins.token_hash']

/** Rows of unknown users have no campus (auth/security-log.test.ts). */
const keysOfAnyCampus = ['security_events.event_no']

/** Tables that no clerk's call may read. */
const unreadableTables = [
  'sessions',
  'known_devices',
  'security_events',
  'password_links',
  'totp_secrets',
  'passkeys',
  'recovery_codes',
  'passkey_challenges',
  'pending_sign_ins',
  'imports',
  'import_rows',
  'import_mappings',
]

/** Runs `work` in a transaction bound like a clerk's call. */
const asClerk = <T>(
  db: Db,
  work: (trx: Transaction<Schema>) => Promise<T>,
  campus = 'Main Campus',
): Promise<T> =>
  db.transaction().execute(async (trx) => {
    await sql`select set_config('app.campus', ${campus}, true), set_config('role', 'portal_clerk', true)`.execute(
      trx,
    )
    return work(trx)
  })

/** Runs a statement in a clerk's call. Returns `ok` and the number of rows, or the database's error code. */
const output = async (db: Db, statement: ReturnType<typeof sql>, campus?: string): Promise<string> =>
  asClerk(db, async (trx) => `ok ${(await statement.execute(trx)).numAffectedRows ?? ''}`, campus).catch(
    (problem: unknown) => String((problem as { code?: unknown }).code),
  )

const denied = '42501'

const columnsOf = async (db: Db, table: string, which: 'written' | 'updatable'): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_schema = 'public' and table_name = ${table} and is_generated = 'NEVER'
      and identity_generation is null
      and (${which} = 'written' or has_column_privilege('portal_clerk', ${table}, column_name, 'update'))`.execute(
    db,
  )
  return rows.map(({ name }) => name)
}

/** Returns a statement that inserts a copy of a row of the campus. */
const duplicateRow = async (db: Db, table: string, campus: string) => {
  const columns = sql.join((await columnsOf(db, table, 'written')).map((name) => sql.ref(name)))
  const { rows } = await sql<{ row: unknown }>`
    select to_jsonb(t) as row from ${sql.table(table)} t where campus = ${campus} limit 1`.execute(db)
  return sql`insert into ${sql.table(table)} (${columns})
    select ${columns} from jsonb_populate_record(null::${sql.table(table)}, ${JSON.stringify(rows[0]?.row)}::jsonb)`
}

describe('campus isolation', () => {
  let school: TestSchool
  let tables: string[]

  beforeAll(async () => {
    school = await openSchool()
    tables = await tablesWithCampus(school.db)
    for (const [userId, adminId, campus] of [
      ['office@main.test', 'admin@main.test', 'Main Campus'],
      ['office@city.test', 'admin@city.test', 'City Campus'],
    ] as const) {
      const office = await school.as(userId)
      const admin = await school.as(adminId)
      await admit(office, { financialData: { feePeriod: '2026-10-01 to 2026-10-31' } })
      await generateAndPost(office, campus, '2026-11-01')
      await bringIn(school, { campus, balance: 7500 })
      await keepImportedRow(school, campus)
      await office.post(
        `/finances/markIndividualVoucherAsPaid/${encodeURIComponent(campus)}/5Red1-202611`,
        { receivedAmount: 1 },
        { 'idempotency-key': 'first' },
      )
      const path = encodeURIComponent(campus)
      const waiver = { kind: 'waiver', amount: 1, reason: 'Rounded' }
      await office.post(`/finances/lowerDebt/${path}/1`, waiver)
      await admin.post(`/admissions/saveFeePlan/${path}`, { classes: [{ studentClass: '5', monthlyFee: 1 }] })
      await admin.post(`/finances/saveCampusRules/${path}`, { approvalLimit: 1 })
      await office.post(`/finances/requestApproval/${path}`, {
        act: 'lowerDebt',
        params: { campus, rollNo: 1 },
        body: { ...waiver, amount: 2 },
      })
      await admin.post(`/finances/saveCampusRules/${path}`)
      await admin.post(`/finances/closeBooks/${path}`, { until: '2026-11-19' })
      await closeAndDeposit(office, admin, path)
      await admin.post(`/users/makePasswordLink/${path}/${userId}`, {
        token: `${userId}${'A'.repeat(43)}`.replaceAll(/\W/g, '').slice(0, 43),
      })
      await admin.post(`/users/resetPassword/${path}/${adminId}`, { newPassword: 'fresh-mango-tree' })
      await office.post('/admissions/changeStudentFee/1', { newFee: { monthlyFee: 5100, discount: 0 } })
      await addPasskey(office)
      await setUpApp(school, office)
      await office.post('/users/beginPasskey')
      await requestFactor(school, userId)
    }
  })
  afterAll(async () => school[Symbol.asyncDispose]())

  const eachTable = async (check: (table: string) => Promise<void>) => {
    expect(tables).toEqual(expect.arrayContaining(['students', 'fees', 'vouchers', 'receipts', 'changes']))
    for (const table of tables) await check(table)
  }

  it('covers every table that has a campus', async () => {
    expect(await tablesWithoutPolicy(school.db)).toEqual([])
  })

  it('is reported as missing on a new table', async () => {
    await sql`create table planted (campus text primary key, secret text)`.execute(school.db)
    expect(await tablesWithoutPolicy(school.db)).toEqual(['planted'])
    await sql`alter table planted enable row level security`.execute(school.db)
    expect(await tablesWithoutPolicy(school.db)).toEqual(['planted'])
    await sql`drop table planted`.execute(school.db)
  })

  it('shows only rows of one campus, even to a query without a campus condition', async () => {
    covers('spec 1.scope.campus', 'security accounts.other-campus')

    await eachTable(async (table) => {
      const all = sql<{ campus: string }>`select distinct campus from ${sql.table(table)} order by campus`
      const campuses = (await all.execute(school.db)).rows.map(({ campus }) => campus)
      // A new table must be filled above for both campuses.
      expect({ table, campuses }).toEqual({ table, campuses: ['City Campus', 'Main Campus'] })
      for (const campus of campuses) {
        const seen = await asClerk(
          school.db,
          async (trx) => (await all.execute(trx)).rows.map((row) => row.campus),
          campus,
        ).catch((problem: unknown) => (problem as { code: string }).code)
        expect({ table, seen }).toEqual({ table, seen: unreadableTables.includes(table) ? denied : [campus] })
      }
    })
  })

  it('shows nothing if no campus is set', async () => {
    await eachTable(async (table) => {
      const all = sql`select campus from ${sql.table(table)}`
      for (const campus of ['', 'No Campus', '%']) {
        const seen = await asClerk(school.db, async (trx) => (await all.execute(trx)).rows, campus).catch(
          (problem: unknown) => (problem as { code: string }).code,
        )
        expect([
          { table, seen: [] },
          { table, seen: denied },
        ]).toContainEqual({ table, seen })
      }
    })
  })

  it('refuses rows for another campus', async () => {
    covers('spec 6.roles.campus')

    await eachTable(async (table) => {
      expect([table, await output(school.db, await duplicateRow(school.db, table, 'City Campus'))]).toEqual([
        table,
        denied,
      ])
    })
  })

  it('is the reason for the refusal: a copy of a row of the same campus is accepted or a duplicate', async () => {
    const { rows } = await sql<{ name: string }>`
      select name from unnest(${tables}::text[]) name where has_table_privilege('portal_clerk', name, 'insert')`.execute(
      school.db,
    )
    expect(rows.length).toBeGreaterThan(4)
    for (const { name } of rows) {
      const result = await output(school.db, await duplicateRow(school.db, name, 'Main Campus'))
      expect([`${name} ok 1`, `${name} 23505`]).toContain(`${name} ${result}`) // 23505: duplicate key.
    }
  })

  it('changes no row of another campus, and refuses to move a row there', async () => {
    let columnCount = 0
    await eachTable(async (table) => {
      for (const column of await columnsOf(school.db, table, 'updatable')) {
        const name = sql.ref(column)
        const updateElsewhere = sql`update ${sql.table(table)} set ${name} = ${name} where campus = 'City Campus'`
        expect([table, column, await output(school.db, updateElsewhere)]).toEqual([table, column, 'ok 0'])
        columnCount += 1
      }
      const moveElsewhere = sql`update ${sql.table(table)} set campus = 'City Campus'`
      expect([table, await output(school.db, moveElsewhere)]).toEqual([table, denied])
    })
    expect(columnCount).toBeGreaterThan(10)
  })

  it('leaves no role or campus on the connection after a call, successful or failed', async () => {
    const binding = () =>
      sql<{ role: string; campus: string | null }>`
        select current_user as role, current_setting('app.campus', true) as campus`
    await school.db.connection().execute(async (connection) => {
      const before = (await binding().execute(connection)).rows[0]?.role
      expect(before).not.toBe('portal_clerk')
      await asClerk(connection, async (trx) => {
        expect((await binding().execute(trx)).rows).toEqual([{ role: 'portal_clerk', campus: 'Main Campus' }])
      })
      await expect(
        asClerk(connection, async () => {
          throw new Error('stopped half-way')
        }),
      ).rejects.toThrow('stopped half-way')
      const after = (await binding().execute(connection)).rows[0]
      expect({ role: after?.role, campus: after?.campus ?? '' }).toEqual({ role: before, campus: '' })
    })
  })

  it('requires every unique key of a campus table to begin with the campus', async () => {
    covers('decisions 3.voucher-numbers.unique')

    expect((await keysWithoutCampus(school.db)).toSorted()).toEqual(
      [...keysUsedBeforeCampus, ...keysOfAnyCampus].toSorted(),
    )
    await sql`create table planted (campus text, roll_no integer, primary key (roll_no, campus))`.execute(
      school.db,
    )
    expect(await keysWithoutCampus(school.db)).toContain('planted.roll_no')
    await sql`drop table planted`.execute(school.db)
  })
})
