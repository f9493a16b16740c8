import type { Schema } from '#server/database/schema.ts'
import { keysWithoutCampus, tablesWithCampus, tablesWithoutPolicy } from '#test/campus-tables.ts'
import { covers } from '#test/covers.ts'
import { admit, generateAndPost, openSchool, type TestSchool } from '#test/school.ts'
import { sql, type Kysely, type Transaction } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

type Db = Kysely<Schema>

/** Why a unique key may begin with something else: the row is found before a campus is known. */
const foundBeforeCampus = ['staff.user_id', 'sessions.token_hash']

/** A transaction as a call of Main Campus has it. */
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

/** What the database says to a statement: `ok` and how many rows, or its error code. */
const output = async (db: Db, statement: ReturnType<typeof sql>, campus?: string): Promise<string> =>
  asClerk(db, async (trx) => `ok ${(await statement.execute(trx)).numAffectedRows ?? ''}`, campus).catch(
    (problem: unknown) => String((problem as { code?: unknown }).code),
  )

const mayNot = '42501'

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

/** Writes a row of that campus once more, as it stands. */
const again = async (db: Db, table: string, campus: string) => {
  const columns = sql.join((await columnsOf(db, table, 'written')).map((name) => sql.ref(name)))
  const { rows } = await sql<{ row: unknown }>`
    select to_jsonb(t) as row from ${sql.table(table)} t where campus = ${campus} limit 1`.execute(db)
  return sql`insert into ${sql.table(table)} (${columns})
    select ${columns} from jsonb_populate_record(null::${sql.table(table)}, ${JSON.stringify(rows[0]?.row)}::jsonb)`
}

describe('the walls between campuses', () => {
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
      await office.post(
        `/finances/markIndividualVoucherAsPaid/${encodeURIComponent(campus)}/5Red1-202611`,
        { receivedAmount: 1 },
        { 'idempotency-key': 'first' },
      )
      await office.post('/admissions/changeStudentFee/1', { newFee: { monthlyFee: 5100, discount: 0 } })
    }
  })
  afterAll(async () => school[Symbol.asyncDispose]())

  const eachTable = async (look: (table: string) => Promise<void>) => {
    expect(tables).toEqual(expect.arrayContaining(['students', 'fees', 'vouchers', 'receipts', 'changes']))
    for (const table of tables) await look(table)
  }

  it('stand around every table that has a campus', async () => {
    expect(await tablesWithoutPolicy(school.db)).toEqual([])
  })

  it('are missed where a new table has none', async () => {
    await sql`create table planted (campus text primary key, secret text)`.execute(school.db)
    expect(await tablesWithoutPolicy(school.db)).toEqual(['planted'])
    await sql`alter table planted enable row level security`.execute(school.db)
    expect(await tablesWithoutPolicy(school.db)).toEqual(['planted'])
    await sql`drop table planted`.execute(school.db)
  })

  it('show rows of one campus only, even to a query that names none', async () => {
    covers('spec 1.scope.campus', 'security accounts.other-campus')

    await eachTable(async (table) => {
      const all = sql<{ campus: string }>`select distinct campus from ${sql.table(table)} order by campus`
      const everybodys = (await all.execute(school.db)).rows.map(({ campus }) => campus)
      // Whoever adds a table fills it above for both campuses.
      expect({ table, campuses: everybodys }).toEqual({ table, campuses: ['City Campus', 'Main Campus'] })
      for (const campus of everybodys) {
        const seen = await asClerk(
          school.db,
          async (trx) => (await all.execute(trx)).rows.map((row) => row.campus),
          campus,
        ).catch((problem: unknown) => (problem as { code: string }).code)
        // Sessions are the one table that a call may not read at all.
        expect({ table, seen }).toEqual({ table, seen: table === 'sessions' ? mayNot : [campus] })
      }
    })
  })

  it('show nothing where no campus was named', async () => {
    await eachTable(async (table) => {
      const all = sql`select campus from ${sql.table(table)}`
      for (const campus of ['', 'No Campus', '%']) {
        const seen = await asClerk(school.db, async (trx) => (await all.execute(trx)).rows, campus).catch(
          (problem: unknown) => (problem as { code: string }).code,
        )
        expect([
          { table, seen: [] },
          { table, seen: mayNot },
        ]).toContainEqual({ table, seen })
      }
    })
  })

  it('let no row in for another campus', async () => {
    covers('spec 6.roles.campus')

    await eachTable(async (table) => {
      expect([table, await output(school.db, await again(school.db, table, 'City Campus'))]).toEqual([
        table,
        mayNot,
      ])
    })
  })

  it('are what refuses such a row, not something else that is wrong with it', async () => {
    const { rows } = await sql<{ name: string }>`
      select name from unnest(${tables}::text[]) name where has_table_privilege('portal_clerk', name, 'insert')`.execute(
      school.db,
    )
    expect(rows.length).toBeGreaterThan(4)
    for (const { name } of rows) {
      const own = await output(school.db, await again(school.db, name, 'Main Campus'))
      expect([`${name} ok 1`, `${name} 23505`]).toContain(`${name} ${own}`) // a change may be written twice, the others are there already
    }
  })

  it('let no row of another campus be changed, nor one of mine be moved there', async () => {
    let tried = 0
    await eachTable(async (table) => {
      for (const column of await columnsOf(school.db, table, 'updatable')) {
        const name = sql.ref(column)
        const theirs = sql`update ${sql.table(table)} set ${name} = ${name} where campus = 'City Campus'`
        expect([table, column, await output(school.db, theirs)]).toEqual([table, column, 'ok 0'])
        tried += 1
      }
      const moved = sql`update ${sql.table(table)} set campus = 'City Campus'`
      expect([table, await output(school.db, moved)]).toEqual([table, mayNot])
    })
    expect(tried).toBeGreaterThan(10)
  })

  it('leave nothing behind on the connection, whether the call stands or fails', async () => {
    const bound = () =>
      sql<{ role: string; campus: string | null }>`
        select current_user as role, current_setting('app.campus', true) as campus`
    await school.db.connection().execute(async (connection) => {
      const before = (await bound().execute(connection)).rows[0]?.role
      expect(before).not.toBe('portal_clerk')
      await asClerk(connection, async (trx) => {
        expect((await bound().execute(trx)).rows).toEqual([{ role: 'portal_clerk', campus: 'Main Campus' }])
      })
      await expect(
        asClerk(connection, async () => {
          throw new Error('stopped half-way')
        }),
      ).rejects.toThrow('stopped half-way')
      const after = (await bound().execute(connection)).rows[0]
      expect({ role: after?.role, campus: after?.campus ?? '' }).toEqual({ role: before, campus: '' })
    })
  })

  it('nothing is ever deleted by a call', async () => {
    covers('decisions 3.corrections.append-only', 'security accounts.append-only')

    const { rows } = await sql<{ name: string }>`
      select tablename as name from pg_tables where schemaname = 'public'`.execute(school.db)
    expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(tables))
    for (const { name } of rows) {
      expect([name, await output(school.db, sql`delete from ${sql.table(name)}`)]).toEqual([name, mayNot])
      expect([name, await output(school.db, sql`truncate ${sql.table(name)} cascade`)]).toEqual([
        name,
        mayNot,
      ])
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
    'staff.role',
    'staff.password_hash',
    'staff.disabled',
    'sessions.seen_at',
    'campuses.campus',
  ])('no call changes %s', async (column) => {
    covers('decisions 3.corrections.append-only', 'security accounts.append-only')

    const [table = '', name = ''] = column.split('.')
    expect(await output(school.db, sql`update ${sql.table(table)} set ${sql.ref(name)} = null`)).toBe(mayNot)
  })

  it('the arrears of a posted voucher never change, those of an unposted one may', async () => {
    covers('decisions 6.unposted.posted')

    const raised = sql`update vouchers set arrears = arrears + 1 where kind = 'monthly'`
    expect(await output(school.db, raised)).toBe('P0001')
    await school.db.updateTable('vouchers').set({ posted: false }).where('kind', '=', 'monthly').execute()
    expect(await output(school.db, raised)).toBe('ok 1')
  })

  it.each(['sessions', 'sign_in_tries', 'migrations'])('no call reads %s', async (table) => {
    expect(await output(school.db, sql`select count(*) from ${sql.table(table)}`)).toBe(mayNot)
  })

  it('no call reads a password, hashed as it is', async () => {
    expect(await output(school.db, sql`select password_hash from staff`)).toBe(mayNot)
    expect(await output(school.db, sql`select * from staff`)).toBe(mayNot)
  })

  it('the clerk of a call can do nothing beyond these tables', async () => {
    const { rows } = await sql`
      select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolcanlogin from pg_roles
      where rolname = 'portal_clerk'`.execute(school.db)
    expect(rows).toEqual([
      { rolsuper: false, rolbypassrls: false, rolcreaterole: false, rolcreatedb: false, rolcanlogin: false },
    ])
    expect(await output(school.db, sql`create table mine (a int)`)).toBe(mayNot)
    expect(await output(school.db, sql`alter table students disable row level security`)).toBe(mayNot)
    expect(await output(school.db, sql`drop policy own_campus on students`)).toBe(mayNot)
  })

  it('every unique key of a campus table begins with the campus', async () => {
    covers('decisions 3.voucher-numbers.unique')

    expect((await keysWithoutCampus(school.db)).toSorted()).toEqual(foundBeforeCampus.toSorted())
    await sql`create table planted (campus text, roll_no integer, primary key (roll_no, campus))`.execute(
      school.db,
    )
    expect(await keysWithoutCampus(school.db)).toContain('planted.roll_no')
    await sql`drop table planted`.execute(school.db)
  })
})
