import { openTestDatabase, type TestDatabase } from '#test/database.ts'
import { RawNode, sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { type Maintenance, startMaintenance } from './maintenance.ts'

let database: TestDatabase
let maintenance: Maintenance | undefined
const told: unknown[] = []

beforeAll(async () => {
  database = await openTestDatabase()
  await sql`create table notes (no int)`.execute(database.kysely)
})
afterEach(async () => {
  vi.useRealTimers()
  await maintenance?.stop()
})
afterAll(() => database.close())

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

/** The statements of the maintenance, in order. */
function recordStatements() {
  const statements: string[] = []
  const recorded = database.kysely.withPlugin({
    transformQuery({ node }) {
      if (RawNode.is(node)) statements.push(node.sqlFragments.join(' ').trim())
      return node
    },
    transformResult: async ({ result }) => result,
  })
  return { statements, recorded }
}

it('tidies on its timer after something was written, and rests when nothing was', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  await fill()
  const before = await checkpointAt()
  const { statements, recorded } = recordStatements()
  maintenance = startMaintenance(recorded, {
    engine: 'embedded',
    everyMs: 50,
    onError: (error) => told.push(error),
  })
  vi.advanceTimersByTime(50)
  // It ends as it begins: by asking how far the database was written.
  const isTidied = () => statements.includes('checkpoint') && statements.at(-1) === statements[0]
  await expect.poll(isTidied).toBe(true)
  expect(await rowsSeen()).toBe(300)
  expect(await checkpointAt()).not.toBe(before)
  expect(told).toEqual([])

  // A server has other databases and writers of its own: only the embedded one is ever at rest.
  if (database.engine === 'postgresql') return
  statements.splice(1)
  // The second turn begins when the first is over: what that did can be seen then.
  vi.advanceTimersByTime(100)
  await expect.poll(() => statements.length).toBeGreaterThanOrEqual(3)
  expect(new Set(statements).size).toBe(1)
})

it('leaves a server to look after itself on a timer', () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  maintenance = startMaintenance(database.kysely, { engine: 'postgresql', everyMs: 10, onError: () => {} })
  expect(vi.getTimerCount()).toBe(0)
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
