import { RawNode, sql, type KyselyPlugin, type Transaction } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readSearch } from '#domain/student-search.ts'
import type { Schema } from '#server/database/schema.ts'
import { createScope } from '#server/records/scope.ts'
import { insertFiftyThousandStudents } from '#test/bulk-rows.ts'
import { openTestDatabase, type TestDatabase } from '#test/database.ts'
import { searchStudents } from './student-search.ts'

const campus = 'Campus 3'
const now = new Date('2026-11-21T09:00:00+05:00')

const searches = [
  'a',
  'ay',
  'ayesha',
  'ali kh',
  'esha',
  'zzz',
  'عائشہ خ',
  '1',
  '1023',
  '0300',
  '12345',
  '352020000001',
]

/** Turns a query into an EXPLAIN of itself. */
const explainPlugin: KyselyPlugin = {
  transformQuery: ({ node }) => {
    if (!RawNode.is(node)) throw new Error('Only raw queries are explained')
    const [first = '', ...rest] = node.sqlFragments
    return RawNode.create([`explain ${first}`, ...rest], node.parameters)
  },
  transformResult: async ({ result }) => result,
}

describe('a search among 50,000 students of ten campuses', () => {
  let database: TestDatabase

  const asClerk = <T>(work: (trx: Transaction<Schema>) => Promise<T>): Promise<T> =>
    database.kysely.transaction().execute(async (trx) => {
      await sql`select set_config('app.campus', ${campus}, true), set_config('role', 'portal_clerk', true)`.execute(
        trx,
      )
      return work(trx)
    })

  const find = (trx: Transaction<Schema>, text: string) => {
    const search = readSearch(text)
    if (!search) throw new Error(`There is no search in: ${text}`)
    const staff = { campus, userId: 'x', name: 'x', role: 'admin' } as const
    return searchStudents(createScope(trx, staff, now), search)
  }

  beforeAll(async () => {
    database = await openTestDatabase()
    await insertFiftyThousandStudents(database.kysely, now)
  }, 120_000)
  afterAll(() => database.close())

  it.each(searches)('reads only the index for %s under campus isolation', async (text) => {
    const plan = await asClerk((trx) => find(trx.withPlugin(explainPlugin), text))
    const lines = JSON.stringify(plan)
    expect(lines).toContain('Index Only Scan using students_to_search')
    expect(lines).not.toContain('Seq Scan')
  })

  it('finds only students of the same campus', async () => {
    const students = await asClerk((trx) => find(trx, '77'))
    expect(students.map(({ rollNo }) => rollNo)).toEqual([77, 770, 771, 772, 773, 774, 775, 776, 777, 778])
    const campuses = await asClerk((trx) =>
      sql<{ count: number }>`select count(distinct campus)::int as count from students`.execute(trx),
    )
    expect(campuses.rows).toEqual([{ count: 1 }])
  })
})
