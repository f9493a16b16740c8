import { CompiledQuery, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#test/database.ts'
import { executeUnprepared, planName } from './plans.ts'
import { noRow, sameRowAgain, statement } from './statement.ts'
import { transact } from './transaction.ts'

describe('transactions over the wire', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await openTestDatabase()
  })
  beforeEach(() => database.empty())
  afterAll(() => database.close())

  const addCampus = sql`insert into campuses (campus) values ('Main')`
  const campuses = async () => (await sql`select campus from campuses`.execute(database.kysely)).rows
  /** A transaction that the database refuses to begin, with its first statement. */
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

  it('does not send a statement that writes when its BEGIN failed', async () => {
    await expect(runAfterFailedBegin(addCampus)).rejects.toThrow('syntax error')
    expect(await campuses()).toEqual([])
  })

  it('refuses writes in a read-only transaction, and keeps the connection usable', async () => {
    await expect(readOnly().execute((trx) => addCampus.execute(trx))).rejects.toThrow('read-only transaction')
    await addCampus.execute(database.kysely)
    expect(await campuses()).toEqual([{ campus: 'Main' }])
  })

  it('shows in the next transaction what was written since a read-only one', async () => {
    expect((await readOnly().execute((trx) => sql`select campus from campuses`.execute(trx))).rows).toEqual(
      [],
    )
    await addCampus.execute(database.kysely)
    const { rows } = await readOnly().execute((trx) => sql`select campus from campuses`.execute(trx))
    expect(rows).toEqual([{ campus: 'Main' }])
  })

  it.each(['read only', 'read write'] as const)(
    'begins nothing for a %s transaction without statements',
    async (access) => {
      await database.kysely.connection().execute(async (connection) => {
        await connection
          .transaction()
          .setAccessMode(access)
          .execute(async () => {})
        await addCampus.execute(connection)
      })
      // On a connection of its own, which sees what was committed.
      const { rows } = await sql`select campus from campuses`.execute(database.reports ?? database.kysely)
      expect(rows).toEqual([{ campus: 'Main' }])
    },
  )

  it('commits a read-only transaction before a statement that is not allowed in one', async () => {
    for (let tries = 0; tries < 12; tries += 1) {
      await readOnly().execute((trx) => sql`select 1`.execute(trx))
      await expect(sql`vacuum campuses`.execute(database.kysely)).resolves.toBeDefined()
    }
  })

  it('makes the plan of a failed statement again', async () => {
    const divide = (by: number) => sql`select 1 / ${by}::int as result`.execute(database.kysely)
    await expect(divide(0)).rejects.toThrow('division by zero')
    const missing = () => sql`select * from nowhere where campus = ${'Main'}`.execute(database.kysely)
    await expect(missing()).rejects.toThrow('does not exist')
    await expect(missing()).rejects.toThrow('does not exist')
    expect((await divide(1)).rows).toEqual([{ result: 1 }])
  })

  it('keeps no plan for a statement that is planned each time', async () => {
    const count = sql<{ count: number }>`select count(*)::int as count from campuses where campus = ${'Main'}`
    await addCampus.execute(database.kysely)
    expect((await executeUnprepared(database.kysely, count)).rows).toEqual([{ count: 1 }])
    expect(planName(count.compile(database.kysely).sql, ['Main'])).toBeUndefined()
  })
})

// On the embedded database nothing goes on before its rows have come, with the same results.
describe('a transaction that goes on with the rows it expects', () => {
  let database: TestDatabase
  const campusesLike = statement<{ campus: string }>('select campus from campuses where campus like $1', {
    expects: sameRowAgain(([pattern]) => String(pattern)),
  })
  const note = statement('insert into campuses (campus) values ($1)')
  const noteUnawaited = statement('insert into campuses (campus) values ($1::text)', { isUnawaited: true })
  const all = async () => {
    const { rows } = await sql<{ campus: string }>`select campus from campuses order by campus`.execute(
      database.kysely,
    )
    return rows.map(({ campus }) => campus)
  }
  const found = (pattern: string) =>
    transact(database.kysely, 'read', async (trx) => (await campusesLike(trx, [pattern]))[0]?.campus)

  beforeAll(async () => {
    database = await openTestDatabase()
  })
  beforeEach(() => database.empty())
  afterAll(() => database.close())

  it('returns what is there now, also where there were other rows or none', async () => {
    expect(await found('One%')).toBeUndefined()
    await note(database.kysely, ['One'])
    expect(await found('One%')).toBe('One')
    expect(await found('One%')).toBe('One')
    await sql`update campuses set campus = 'One more'`.execute(database.kysely)
    expect(await found('One%')).toBe('One more')
    await sql`delete from campuses`.execute(database.kysely)
    expect(await found('One%')).toBeUndefined()
  })

  it('writes nothing for rows that are gone, and reports no failure that only they caused', async () => {
    await note(database.kysely, ['Two'])
    expect(await found('Two%')).toBe('Two')
    await sql`update campuses set campus = 'Two again'`.execute(database.kysely)
    const write = transact(database.kysely, 'write', async (trx) => {
      const [row] = await campusesLike(trx, ['Two%'])
      if (row?.campus === 'Two') throw new Error('Two is gone')
      await note(trx, [`from ${row?.campus}`])
    })
    await expect(write).resolves.toBeUndefined()
    await sql`update campuses set campus = 'Two at last' where campus = 'Two again'`.execute(database.kysely)
    await transact(database.kysely, 'write', async (trx) => {
      const [row] = await campusesLike(trx, ['Two%'])
      await note(trx, [`then from ${row?.campus}`])
    })
    expect(await all()).toEqual(['Two at last', 'from Two again', 'then from Two at last'])
  })

  it('waits the next time where a row came in place of none', async () => {
    const free = statement<{ campus: string }>('select campus from campuses where campus = $1 for update', {
      expects: noRow(([campus]) => String(campus)),
    })
    const add = (campus: string) =>
      transact(database.kysely, 'write', async (trx) => {
        if ((await free(trx, [campus])).length > 0) return 'is there'
        await note(trx, [campus])
        return 'added'
      })
    expect([await add('Three'), await add('Three'), await add('Three')]).toEqual([
      'added',
      'is there',
      'is there',
    ])
  })

  it('fails with the reason of a statement that nothing waited for, and writes nothing', async () => {
    await note(database.kysely, ['Four'])
    const twice = (last: string) =>
      transact(database.kysely, 'write', async (trx) => {
        await note(trx, ['Before it'])
        await noteUnawaited(trx, ['Four'])
        if (last !== '') await note(trx, [last])
      })
    await expect(twice('')).rejects.toMatchObject({ code: '23505' })
    await expect(twice('After it')).rejects.toMatchObject({ code: '23505' })
    expect(await all()).toEqual(['Four'])
  })
})

describe('the name of a plan', () => {
  const select = (of: string) => `select campus from ${of} where campus = $1`

  it('is the same for each use of a statement with values, and another for another statement', () => {
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
