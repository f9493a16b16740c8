import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#test/database.ts'
import { openDatabase } from './open.ts'

describe('either engine', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await openTestDatabase()
    await sql`create table notes (no bigint generated always as identity primary key, campus text, what text)`.execute(
      database.kysely,
    )
  })
  beforeEach(() => database.empty())
  afterAll(() => database.close())

  const add = (what: string, campus = 'Main') =>
    sql`insert into notes (campus, what) values (${campus}, ${what})`.execute(database.kysely)
  const rows = async <R>(query: ReturnType<typeof sql<R>>) => (await query.execute(database.kysely)).rows
  const count = async () => (await rows(sql<{ count: number }>`select count(*) from notes`))[0]?.count

  it('returns dates as text, big integers as exact numbers, decimals as text and times as instants', async () => {
    expect(
      await rows(sql`select date '2026-11-21' as day, 9007199254740991::int8 as big, 1.50::numeric as ratio,
        timestamptz '2026-11-21 10:00+05' as at, array[1, null, 3]::int8[] as numbers, '{}'::int8[] as none,
        array[date '2026-11-21', null] as days`),
    ).toEqual([
      {
        day: '2026-11-21',
        big: 9007199254740991,
        ratio: '1.50',
        at: new Date('2026-11-21T05:00:00Z'),
        numbers: [1, null, 3],
        none: [],
        days: ['2026-11-21', null],
      },
    ])
  })

  it('refuses an integer that a number cannot hold exactly, and stays usable', async () => {
    await expect(rows(sql`select 9007199254740992::int8`)).rejects.toThrow('too large for an exact number')
    expect(await rows(sql`select 1 as one`)).toEqual([{ one: 1 }])
  })

  it('writes times in JSON as UTC', async () => {
    expect(await rows(sql`select json_build_array(timestamptz '2026-11-21 10:00+05')::text as json`)).toEqual(
      [{ json: '["2026-11-21T05:00:00+00:00"]' }],
    )
  })

  it('rolls back everything when a transaction fails', async () => {
    const failing = database.kysely.transaction().execute(async (transaction) => {
      await sql`insert into notes (what) values ('lost')`.execute(transaction)
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await count()).toBe(0)
  })

  it('queues many callers, each in its own transaction', async () => {
    await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        database.kysely.transaction().execute(async (transaction) => {
          await sql`insert into notes (what) values (${String(index)})`.execute(transaction)
          await sql`select pg_sleep(0.002)`.execute(transaction)
        }),
      ),
    )
    expect(await count()).toBe(40)
  })

  it('returns a large result in full', async () => {
    const [answer] = await rows(sql<{ text: string }>`
      select json_agg(repeat('school ', 20) || n)::text as text from generate_series(1, 30000) n`)
    expect(JSON.parse(answer?.text ?? '')).toHaveLength(30_000)
  })

  it('stores a large value in full', async () => {
    const long = 'ایک بچہ '.repeat(200_000)
    expect(await rows(sql`select length(${long}::text) as length`)).toEqual([{ length: long.length }])
  })

  it('keeps a role and a campus inside the transaction that set them', async () => {
    await sql
      .raw(
        `alter table notes enable row level security;
        create policy own_campus on notes using (campus = current_setting('app.campus', true));
        grant select, insert on notes to portal_clerk`,
      )
      .execute(database.kysely)
    await add('one', 'Main')
    await add('two', 'City')

    const inMain = database.kysely.transaction().execute(async (transaction) => {
      await sql`select set_config('role', 'portal_clerk', true), set_config('app.campus', 'Main', true)`.execute(
        transaction,
      )
      const { rows: seen } = await sql`select what from notes`.execute(transaction)
      await expect(
        sql`insert into notes (campus, what) values ('City', 'three')`.execute(transaction),
      ).rejects.toMatchObject({ code: '42501' })
      return seen
    })
    expect(await inMain).toEqual([{ what: 'one' }])

    expect(await count()).toBe(2)
    expect(
      await rows(
        sql`select current_user = session_user as own, current_setting('app.campus', true) as campus`,
      ),
    ).toEqual([{ own: true, campus: expect.toBeOneOf(['', null]) }])
    await sql`alter table notes disable row level security`.execute(database.kysely)
  })

  it('refreshes statistics after bulk work', async () => {
    await sql`insert into notes (what) select 'x' from generate_series(1, 500)`.execute(database.kysely)
    await Promise.all([database.afterBulkWork(), database.afterBulkWork()])
    expect(await rows(sql`select reltuples::int as seen from pg_class where relname = 'notes'`)).toEqual([
      { seen: 500 },
    ])
  })

  it('restarts numbers at one after it is emptied', async () => {
    await add('one')
    await database.empty()
    await add('two')
    expect(await rows(sql`select no, what from notes`)).toEqual([{ no: 1, what: 'two' }])
  })
})

it('reports an unreachable server in one line, without its password', async () => {
  const opening = openDatabase({ url: 'postgres://clerk:s3cret@127.0.0.1:1/school', dataDir: '' })
  await expect(opening).rejects.toThrow(
    /^DATABASE_URL: no connection \(connect ECONNREFUSED 127\.0\.0\.1:1\)$/,
  )
})
