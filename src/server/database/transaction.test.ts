import { sql, type Transaction } from 'kysely'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestDatabase } from '#test/database.ts'
import type { Schema } from './schema.ts'
import { transact } from './transaction.ts'

const database = await openTestDatabase()
const db = database.kysely
afterAll(() => database.close())
beforeEach(() => database.empty())

/** Returns work that adds a campus and then, in its first `failures` attempts, fails with this code. */
function addCampus(failures: number, code: string) {
  const names: string[] = []
  return {
    names,
    work: async (trx: Transaction<Schema>) => {
      names.push(`Attempt ${names.length + 1}`)
      await trx
        .insertInto('campuses')
        .values({ campus: names.at(-1) ?? '' })
        .execute()
      if (names.length > failures) return names.length
      await sql
        .raw(`do $$ begin raise exception 'lost a race' using errcode = '${code}'; end $$`)
        .execute(trx)
      throw new Error('The statement before fails')
    },
  }
}

const campuses = async () =>
  (await db.selectFrom('campuses').select('campus').execute()).map(({ campus }) => campus)

describe.each([
  ['a serialization failure', '40001'],
  ['a deadlock', '40P01'],
  ['a closing of the books', 'PB001'],
])('a transaction that loses a race by %s', (_, code) => {
  it('is repeated, and leaves only the rows of its last attempt', async () => {
    const { work } = addCampus(3, code)
    expect(await transact(db, 'write', work)).toBe(4)
    expect(await campuses()).toEqual(['Attempt 4'])
  })

  it('fails after four attempts, and leaves no rows', async () => {
    const { work, names } = addCampus(4, code)
    await expect(transact(db, 'write', work)).rejects.toMatchObject({ code })
    expect(names).toHaveLength(4)
    expect(await campuses()).toEqual([])
  })
})

it('a transaction that fails for another reason is not repeated', async () => {
  const { work, names } = addCampus(1, '23514')
  await expect(transact(db, 'write', work)).rejects.toMatchObject({ code: '23514' })
  expect(names).toHaveLength(1)
  expect(await campuses()).toEqual([])
})
