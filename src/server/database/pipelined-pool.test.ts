import { openTestDatabase, type TestDatabase } from '#test/database.ts'
import { CompiledQuery, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { unprepared, planName } from './plans.ts'

describe('transactions that wait as seldom as can be', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await openTestDatabase()
  })
  beforeEach(() => database.empty())
  afterAll(() => database.close())

  const addCampus = sql`insert into campuses (campus) values ('Main')`
  const campuses = async () => (await sql`select campus from campuses`.execute(database.kysely)).rows
  /** A transaction that the database refuses to begin, with its first statement. */
  const begunWrongly = (first: ReturnType<typeof sql>) =>
    database.kysely.connection().execute(async (connection) => {
      await connection.executeQuery(CompiledQuery.raw('begin nonsense'))
      return first.execute(connection)
    })
  const reading = () => database.kysely.transaction().setAccessMode('read only')

  it('a statement that reads fails with its BEGIN', async () => {
    await expect(begunWrongly(sql`select 1 as one`)).rejects.toThrow('syntax error')
    expect(await campuses()).toEqual([])
  })

  it('a statement that writes is not sent where its BEGIN failed', async () => {
    await expect(begunWrongly(addCampus)).rejects.toThrow('syntax error')
    expect(await campuses()).toEqual([])
  })

  it('what only reads can write nothing, and the connection works on', async () => {
    await expect(reading().execute((trx) => addCampus.execute(trx))).rejects.toThrow('read-only transaction')
    await addCampus.execute(database.kysely)
    expect(await campuses()).toEqual([{ campus: 'Main' }])
  })

  it('the next transaction after one that only read sees what was written meanwhile', async () => {
    expect((await reading().execute((trx) => sql`select campus from campuses`.execute(trx))).rows).toEqual([])
    await addCampus.execute(database.kysely)
    const { rows } = await reading().execute((trx) => sql`select campus from campuses`.execute(trx))
    expect(rows).toEqual([{ campus: 'Main' }])
  })

  it('what only read is over before a statement that may stand in no transaction', async () => {
    for (let tries = 0; tries < 12; tries += 1) {
      await reading().execute((trx) => sql`select 1`.execute(trx))
      await expect(sql`vacuum campuses`.execute(database.kysely)).resolves.toBeDefined()
    }
  })

  it('a plan of a statement that failed is made anew', async () => {
    const divide = (by: number) => sql`select 1 / ${by}::int as result`.execute(database.kysely)
    await expect(divide(0)).rejects.toThrow('division by zero')
    const missing = () => sql`select * from nowhere where campus = ${'Main'}`.execute(database.kysely)
    await expect(missing()).rejects.toThrow('does not exist')
    await expect(missing()).rejects.toThrow('does not exist')
    expect((await divide(1)).rows).toEqual([{ result: 1 }])
  })
})

describe('which statements keep their plan', () => {
  const select = (of: string) => `select campus from ${of} where campus = $1`

  it('a statement with values keeps one name, and another has another', () => {
    const name = planName(select('campuses'), ['Main'])
    expect(name).toBeDefined()
    expect(planName(select('campuses'), ['City'])).toBe(name)
    expect(planName(select('staff'), ['Main'])).not.toBe(name)
  })

  it.each<[string, string, unknown[]]>([
    ['without values', 'select 1', []],
    ['over many rows', `${unprepared.toOperationNode().sqlFragments.join('')} ${select('fees')}`, ['Main']],
    ['that writes rows by the hundred', 'insert into notes values ($1)', Array.from({ length: 61 })],
  ])('a statement %s does not', (_, statement, values) => {
    expect(planName(statement, values)).toBeUndefined()
  })
})
