// @module-tag gate
// @module-tag engine

import { RawNode, sql, type KyselyPlugin } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#test/database.ts'
import { startMaintenance, type Maintenance } from './maintenance.ts'

let database: TestDatabase
let maintenance: Maintenance | undefined
const errors: unknown[] = []
/** The number of times that the maintenance has checked if anything was written. */
let checks = 0
const countChecks: KyselyPlugin = {
  transformQuery({ node }) {
    if (RawNode.is(node) && node.sqlFragments.join('').includes('pg_current_wal_insert_lsn')) checks += 1
    return node
  },
  transformResult: async ({ result }) => result,
}

beforeAll(async () => {
  database = await openTestDatabase()
  await sql`create table notes (no int)`.execute(database.kysely)
})
afterEach(() => maintenance?.stop())
afterAll(() => database.close())

const start = (engine: 'embedded' | 'postgresql', everyMs: number) => {
  maintenance = startMaintenance(database.kysely.withPlugin(countChecks), {
    engine,
    everyMs,
    onError: (error) => errors.push(error),
  })
  return maintenance
}
const fill = () => sql`insert into notes select * from generate_series(1, 300)`.execute(database.kysely)
const rowsSeen = async () =>
  (
    await sql<{ seen: number }>`select reltuples::int as seen from pg_class where relname = 'notes'`.execute(
      database.kysely,
    )
  ).rows[0]?.seen
const moreChecks = async (count: number) => {
  const before = checks
  await expect.poll(() => checks, { timeout: 15_000 }).toBeGreaterThanOrEqual(before + count)
}
const checkpointAt = async () =>
  (
    await sql<{ at: string }>`select redo_lsn::text as at from pg_control_checkpoint()`.execute(
      database.kysely,
    )
  ).rows[0]?.at

it('vacuums on its timer only after something was written', async () => {
  await fill()
  const before = await checkpointAt()
  start('embedded', 50)
  await expect.poll(rowsSeen, { timeout: 15_000 }).toBe(300)
  await expect.poll(checkpointAt, { timeout: 15_000 }).not.toBe(before)

  expect(errors).toEqual([])
  // On a server other databases and processes write as well.
  if (database.engine === 'postgresql') return
  await moreChecks(3)
  const settled = await checkpointAt()
  await moreChecks(3)
  expect(await checkpointAt()).toBe(settled)
})

it('does not start a timer for a server', () => {
  vi.useFakeTimers()
  try {
    start('postgresql', 10)
    expect(vi.getTimerCount()).toBe(0)
    start('embedded', 10)
    expect(vi.getTimerCount()).toBe(1)
  } finally {
    vi.useRealTimers()
  }
})

it('reports an error and never rejects', async () => {
  const broken = await openTestDatabase()
  const work = startMaintenance(broken.kysely, { engine: 'embedded', onError: (error) => errors.push(error) })
  await broken.close()
  errors.length = 0
  await expect(work.afterBulkWork()).resolves.toBeUndefined()
  expect(errors).toHaveLength(1)
  await work.stop()
})

it('pauses after a long analysis, and then runs one analysis for all bulk work of the pause', async () => {
  errors.length = 0
  const starts: number[] = []
  const countAnalyses: KyselyPlugin = {
    transformQuery({ node }) {
      if (RawNode.is(node) && node.sqlFragments.join('').includes('as name')) starts.push(performance.now())
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const work = startMaintenance(database.kysely.withPlugin(countAnalyses), {
    engine: 'postgresql',
    longMs: 0,
    onError: (error) => errors.push(error),
  })
  await work.afterBulkWork()
  const end = performance.now()
  await Promise.all([work.afterBulkWork(), work.afterBulkWork(), work.afterBulkWork()])
  const [first = 0, second = 0] = starts
  expect(starts).toHaveLength(2)
  // Maintenance pauses twenty times as long as the analysis took.
  expect(second - end).toBeGreaterThan(5 * (end - first))

  // A third analysis would wait for the pause; `stop` ends the pause without the analysis.
  const waiting = work.afterBulkWork()
  await work.stop()
  await waiting
  expect(starts).toHaveLength(2)
  expect(errors).toEqual([])
})
