import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#test/database.ts'
import { migrate, MigrationError, readVersion, type Migration } from './migrate.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(() => sql.raw(`drop table if exists migrations, steps, other`).execute(database.kysely))

const first: Migration = {
  number: 1,
  name: 'steps',
  sql: `create table steps (no int); insert into steps values (1);
    do $$ begin insert into steps values (2); end $$;`,
}
const second: Migration = {
  number: 2,
  name: 'third step',
  sql: 'insert into steps select count(*) + 1 from steps',
}

const steps = async () =>
  (await sql<{ no: number }>`select no from steps order by no`.execute(database.kysely)).rows.map(
    ({ no }) => no,
  )
const applied = async () =>
  (
    await sql<{ number: number; name: string }>`select number, name from migrations order by number`.execute(
      database.kysely,
    )
  ).rows

it('applies missing migrations in order and once', async () => {
  expect(await readVersion(database.kysely)).toBe(0)
  expect(await migrate(database.kysely, [first])).toEqual([first])
  expect(await migrate(database.kysely, [first, second])).toEqual([second])
  expect(await migrate(database.kysely, [first, second])).toEqual([])
  expect(await readVersion(database.kysely)).toBe(2)
  expect(await steps()).toEqual([1, 2, 3])
  expect(await applied()).toEqual([
    { number: 1, name: 'steps' },
    { number: 2, name: 'third step' },
  ])
})

it('lets simultaneous callers run one after the other', async () => {
  const results = await Promise.all([
    migrate(database.kysely, [first, second]),
    migrate(database.kysely, [first, second]),
    migrate(database.kysely, [first, second]),
  ])
  expect(results.flat()).toHaveLength(2)
  expect(await steps()).toEqual([1, 2, 3])
})

it('rolls back a migration that fails, keeps the earlier ones and applies the corrected one', async () => {
  const failing: Migration = { number: 2, name: 'broken', sql: 'insert into steps values (9); select 1 / 0' }
  await expect(migrate(database.kysely, [first, failing])).rejects.toThrow(
    'Migration 2 (broken) failed and was rolled back: division by zero. The database stays at version 1: correct the migration and start again',
  )
  expect(await steps()).toEqual([1, 2])
  expect(await migrate(database.kysely, [first, second])).toEqual([second])
})

it('refuses an applied migration that was changed, explains the remedy, and continues once it is undone', async () => {
  await migrate(database.kysely, [first])
  const changed = { ...first, sql: `${first.sql} ` }
  await expect(migrate(database.kysely, [changed, second])).rejects.toThrow(
    new MigrationError(
      'Migration 1 (steps) was changed after it was applied to this database: undo the change and write it as a new migration. In development, where the data can be lost, delete the folder DATA_DIR or drop and create the database of DATABASE_URL instead, and start again',
    ),
  )
  expect(await steps()).toEqual([1, 2])
  expect(await migrate(database.kysely, [first, second])).toEqual([second])
})

it('refuses a database that is newer than the program', async () => {
  await migrate(database.kysely, [first, second])
  await expect(migrate(database.kysely, [first])).rejects.toThrow(
    'The database is newer than this program, which does not have its migration 2: start the version of the program that applied it',
  )
})

it('refuses a list of migrations that has a gap or is out of order', async () => {
  expect(() => migrate(database.kysely, [second])).toThrow('Migration 2 is out of order')
  expect(() => migrate(database.kysely, [second, first])).toThrow('Migration 2 is out of order')
})

it('restores the time limit of statements', async () => {
  await migrate(database.kysely, [first])
  const { rows } = await sql`select current_setting('statement_timeout') as timeout`.execute(database.kysely)
  expect(rows).toEqual([{ timeout: database.engine === 'postgresql' ? '1min' : '0' }])
})
