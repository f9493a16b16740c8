import { CompiledQuery, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#test/database.ts'
import { executeUnprepared, planName } from './statements.ts'

describe('a database connection', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await openTestDatabase()
  })
  beforeEach(() => database.empty())
  afterAll(() => database.close())

  const addCampus = sql`insert into campuses (campus) values ('Main')`
  const campuses = async () => (await sql`select campus from campuses`.execute(database.kysely)).rows
  /** Runs the first statement of a transaction that the database refuses to begin. */
  const runAfterFailedBegin = (first: ReturnType<typeof sql>) =>
    database.kysely.connection().execute(async (connection) => {
      await connection.executeQuery(CompiledQuery.raw('begin nonsense'))
      return first.execute(connection)
    })
  const readOnly = () => database.kysely.transaction().setAccessMode('read only')

  it('fails a select whose BEGIN failed', async () => {
    await expect(runAfterFailedBegin(sql`select 1 as one`)).rejects.toThrow('syntax error')
    expect(await campuses()).toEqual([])
  })

  it('does not send a statement that writes if its BEGIN failed', async () => {
    await expect(runAfterFailedBegin(addCampus)).rejects.toThrow('syntax error')
    expect(await campuses()).toEqual([])
  })

  it('refuses writes in a read-only transaction, and stays usable', async () => {
    await expect(readOnly().execute((trx) => addCampus.execute(trx))).rejects.toThrow('read-only transaction')
    await addCampus.execute(database.kysely)
    expect(await campuses()).toEqual([{ campus: 'Main' }])
  })

  it('shows in the next transaction the rows that were written after a read-only transaction', async () => {
    expect((await readOnly().execute((trx) => sql`select campus from campuses`.execute(trx))).rows).toEqual(
      [],
    )
    await addCampus.execute(database.kysely)
    const { rows } = await readOnly().execute((trx) => sql`select campus from campuses`.execute(trx))
    expect(rows).toEqual([{ campus: 'Main' }])
  })

  it.each(['read only', 'read write'] as const)(
    'does not begin a %s transaction that has no statements',
    async (access) => {
      await database.kysely.connection().execute(async (connection) => {
        await connection
          .transaction()
          .setAccessMode(access)
          .execute(async () => {})
        await addCampus.execute(connection)
      })
      // Uses another connection, which sees only committed rows.
      const { rows } = await sql`select campus from campuses`.execute(database.reports ?? database.kysely)
      expect(rows).toEqual([{ campus: 'Main' }])
    },
  )

  it('commits a read-only transaction before a statement that is not allowed in a transaction', async () => {
    for (let attempt = 0; attempt < 12; attempt += 1) {
      await readOnly().execute((trx) => sql`select 1`.execute(trx))
      await expect(sql`vacuum campuses`.execute(database.kysely)).resolves.toBeDefined()
    }
  })

  it('plans a failed statement again', async () => {
    const divide = (by: number) => sql`select 1 / ${by}::int as result`.execute(database.kysely)
    await expect(divide(0)).rejects.toThrow('division by zero')
    const missing = () => sql`select * from nowhere where campus = ${'Main'}`.execute(database.kysely)
    await expect(missing()).rejects.toThrow('does not exist')
    await expect(missing()).rejects.toThrow('does not exist')
    expect((await divide(1)).rows).toEqual([{ result: 1 }])
  })

  it('does not keep a plan for a statement that is planned each time', async () => {
    const count = sql<{ count: number }>`select count(*)::int as count from campuses where campus = ${'Main'}`
    await addCampus.execute(database.kysely)
    expect((await executeUnprepared(database.kysely, count)).rows).toEqual([{ count: 1 }])
    expect(planName(count.compile(database.kysely).sql, ['Main'])).toBeUndefined()
  })
})

describe('the name of a plan', () => {
  const select = (table: string) => `select campus from ${table} where campus = $1`

  it('is the same for each use of a statement with values, and differs between statements', () => {
    const name = planName(select('campuses'), ['Main'])
    expect(name).toBeDefined()
    expect(planName(select('campuses'), ['City'])).toBe(name)
    expect(planName(select('staff'), ['Main'])).not.toBe(name)
  })

  it.each<[string, string, unknown[]]>([
    ['without values', 'select 1', []],
    ['that writes hundreds of rows', 'insert into notes values ($1)', Array.from({ length: 61 })],
  ])('is missing for a statement %s', (_, text, values) => {
    expect(planName(text, values)).toBeUndefined()
  })
})
