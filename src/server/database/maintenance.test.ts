import { openTestDatabase, type TestDatabase } from '#test/database.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type Maintenance, startMaintenance } from './maintenance.ts'

let database: TestDatabase
let maintenance: Maintenance | undefined
const told: unknown[] = []

beforeAll(async () => {
  database = await openTestDatabase()
  await sql`create table notes (no int)`.execute(database.kysely)
})
afterEach(() => maintenance?.stop())
afterAll(() => database.close())

const start = (engine: 'embedded' | 'postgresql', everyMs: number) => {
  maintenance = startMaintenance(database.kysely, { engine, everyMs, onError: (error) => told.push(error) })
  return maintenance
}
const fill = () => sql`insert into notes select * from generate_series(1, 300)`.execute(database.kysely)
const rowsSeen = async () =>
  (
    await sql<{ seen: number }>`select reltuples::int as seen from pg_class where relname = 'notes'`.execute(
      database.kysely,
    )
  ).rows[0]?.seen
const checkpointAt = async () =>
  (
    await sql<{ at: string }>`select redo_lsn::text as at from pg_control_checkpoint()`.execute(
      database.kysely,
    )
  ).rows[0]?.at

it('tidies on its timer after something was written, and rests when nothing was', async () => {
  await fill()
  const before = await checkpointAt()
  start('embedded', 50)
  await expect.poll(rowsSeen, { timeout: 15_000 }).toBe(300)
  await expect.poll(checkpointAt, { timeout: 15_000 }).not.toBe(before)

  expect(told).toEqual([])
  // A server has other databases and writers of its own: only the embedded one is ever at rest.
  if (database.engine === 'postgresql') return
  await new Promise((resolve) => setTimeout(resolve, 300))
  const rested = await checkpointAt()
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(await checkpointAt()).toBe(rested)
})

it('leaves a server to look after itself on a timer', async () => {
  await sql`delete from notes`.execute(database.kysely)
  start('postgresql', 10)
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(await rowsSeen()).toBe(300)
})

it('tells of a failure and never fails the one who asked', async () => {
  const broken = await openTestDatabase()
  const work = startMaintenance(broken.kysely, { engine: 'embedded', onError: (error) => told.push(error) })
  await broken.close()
  told.length = 0
  await expect(work.afterBulkWork()).resolves.toBeUndefined()
  expect(told).toHaveLength(1)
  await work.stop()
})
