import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { sql, type Kysely } from 'kysely'
import type { Pool } from 'pg'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { startEmbedded, type Embedded } from '#server/database/embedded.ts'
import { openDatabase, type OpenDatabase } from '#server/database/open.ts'
import { embeddedPool } from '#server/database/pools.ts'
import { covers } from '#test/covers.ts'

const folder = mkdtempSync(join(tmpdir(), 'school-embedded-'))
const dataDir = join(folder, 'data')
const databases: OpenDatabase[] = []

async function openHere() {
  const database = await openDatabase({ dataDir })
  databases.push(database)
  return database
}
const add = <T>(db: Kysely<T>, what: string) => sql`insert into notes (what) values (${what})`.execute(db)
const notes = async <T>(db: Kysely<T>) =>
  (await sql<{ what: string }>`select what from notes order by no`.execute(db)).rows.map(({ what }) => what)

beforeAll(async () => {
  const database = await openDatabase({ dataDir })
  await sql`create table notes (no bigint generated always as identity primary key, what text)`.execute(
    database.kysely,
  )
  await database.close()
}, 60_000)
afterEach(async () => {
  for (const database of databases.splice(0)) await database.close()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs `work` with the engine and its usual pool. */
async function withEngine(
  durable: boolean,
  work: (pool: Pool, embedded: Embedded, errors: readonly unknown[]) => Promise<void>,
) {
  const errors: unknown[] = []
  const onError = (error: unknown) => void errors.push(error)
  const embedded = await startEmbedded({ dir: join(dataDir, 'database'), durable, onError })
  const pool = embeddedPool(embedded, onError)
  try {
    await work(pool, embedded, errors)
  } finally {
    await pool.end()
    await embedded.close()
  }
}

it('syncs every commit to the disk', async () => {
  await withEngine(true, async (pool, embedded) => {
    const before = embedded.syncCount()
    for (let commit = 0; commit < 20; commit++) await pool.query(`insert into notes (what) values ('synced')`)
    expect(embedded.syncCount() - before).toBeGreaterThanOrEqual(20)
    const after = embedded.syncCount()
    await pool.query('checkpoint')
    expect(embedded.syncCount()).toBeGreaterThan(after)
    const { rows } =
      await pool.query(`select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
      current_setting('full_page_writes') as pages, current_setting('wal_sync_method') as method`)
    expect(rows).toEqual([{ fsync: 'on', commit: 'on', pages: 'on', method: 'fsync' }])
  })
})

it('does not sync when durability is off', async () => {
  await withEngine(false, async (pool, embedded) => {
    for (let commit = 0; commit < 5; commit++) await pool.query(`insert into notes (what) values ('loose')`)
    expect(embedded.syncCount()).toBe(0)
  })
})

it('gives a new connection a clean session', async () => {
  await withEngine(true, async (pool) => {
    const statement = {
      name: 'counted',
      text: 'select count(*) from notes where what = $1',
      values: ['half'],
    }
    const first = await pool.connect()
    await first.query(statement)
    await first.query('create temporary table scratch (a int)')
    await first.query('begin')
    await first.query(`insert into notes (what) values ('half')`)
    await first.query(`select set_config('app.campus', 'Main', false)`)
    first.release(true)

    expect((await pool.query(statement)).rows).toEqual([{ count: 0 }])
    const { rows } = await pool.query(
      `select to_regclass('scratch') as scratch, current_setting('app.campus', true) as campus`,
    )
    expect(rows).toEqual([{ scratch: null, campus: expect.toBeOneOf(['', null]) }])
  })
})

it('never returns the result of one query to another caller', async () => {
  await withEngine(true, async (pool) => {
    const first = await pool.connect()
    const abandoned = first.query(`select 'first' as answer from pg_sleep(0.1)`).catch(() => 'gone')
    first.release(true)
    expect((await pool.query(`select 'second' as answer`)).rows).toEqual([{ answer: 'second' }])
    await abandoned
  })
})

it.each([
  // The engine throws.
  ['COPY from the client, which the protocol lacks', 'copy notes (what) from stdin'],
  // The call never ends, and no other event reports the crash of the engine.
  [
    'an endless recursion',
    `create function deeper() returns int language plpgsql as 'begin return deeper(); end'; select deeper()`,
  ],
])('restarts after a crash by %s, with all committed rows', async (name, crash) => {
  await withEngine(true, async (pool, _folder, errors) => {
    await pool.query('insert into notes (what) values ($1)', [name])
    await expect(pool.query(crash)).rejects.toThrow('The embedded database has crashed')
    const { rows } = await pool.query('select count(*) from notes where what = $1', [name])
    expect(rows).toEqual([{ count: 1 }])
    expect(errors).not.toEqual([])
  })
})

it('restarts after "File exists", but not for a row that contains the code of that error', async () => {
  await withEngine(true, async (pool, _, errors) => {
    // The text after the code is short, so its length begins with a zero byte.
    const { rows: letters } = await pool.query(`select 'C58P02' as first, 'text' as second`)
    expect(letters).toEqual([{ first: 'C58P02', second: 'text' }])
    expect(errors).toEqual([])

    await pool.query(`insert into notes (what) values ('before the restart')`)
    await expect(
      pool.query(`do $$ begin raise 'File exists' using errcode = '58P02'; end $$`),
    ).rejects.toThrow('The embedded database has stopped')
    const { rows } = await pool.query(`select count(*) from notes where what = 'before the restart'`)
    expect(rows).toEqual([{ count: 1 }])
    expect(errors).not.toEqual([])
  })
})

it('keeps its data when it is closed and opened again', async () => {
  covers('decisions 1.settings.database')

  const first = await openHere()
  await add(first.kysely, 'yesterday')
  await first.close()
  const second = await openHere()
  expect(await notes(second.kysely)).toContain('yesterday')
})

it('refuses to open a directory twice, by any path, until it is closed', async () => {
  const first = await openHere()
  await expect(openDatabase({ dataDir: join(folder, 'elsewhere', '..', 'data') })).rejects.toThrow(
    /^The data directory .* is in use by another running portal$/,
  )
  await first.close()
  await openHere()
})

it('starts over when the first start was interrupted', async () => {
  const fresh = join(folder, 'fresh')
  mkdirSync(join(fresh, 'database.new'), { recursive: true, mode: 0o700 })
  writeFileSync(join(fresh, 'database.new', 'PG_VERSION'), '18\n')
  const database = await openDatabase({ dataDir: fresh })
  expect((await sql`select 1 as one`.execute(database.kysely)).rows).toEqual([{ one: 1 }])
  await database.close()
  expect(existsSync(join(fresh, 'database.new'))).toBe(false)
}, 60_000)

it('opens a folder whose lock file a power cut left empty', async () => {
  await (await openHere()).close()
  writeFileSync(join(dataDir, 'database', 'postmaster.pid'), '')
  const database = await openHere()
  expect(await notes(database.kysely)).toContain('yesterday')
})

it('reports a folder of another PostgreSQL version, and releases it', async () => {
  const old = join(folder, 'old')
  mkdirSync(join(old, 'database'), { recursive: true, mode: 0o700 })
  writeFileSync(join(old, 'database', 'PG_VERSION'), '17\n')
  const message = /database was made by PostgreSQL 17, this version reads 18$/
  await expect(openDatabase({ dataDir: old })).rejects.toThrow(message)
  await expect(openDatabase({ dataDir: old })).rejects.toThrow(message)
})

// Returns the script of another process, which opens the directory, commits one row after the other, and prints each.
const writer = (name: string) => `
  import { sql } from 'kysely'
  const { openDatabase } = await import(${JSON.stringify(new URL('../src/server/database/open.ts', import.meta.url).href)})
  try {
    const { kysely } = await openDatabase({ dataDir: ${JSON.stringify(dataDir)} })
    for (let n = 0; ; n++) {
      await sql\`insert into notes (what) values (\${'${name} ' + n})\`.execute(kysely)
      console.log('${name} ' + n)
    }
  } catch (error) {
    console.log('refused: ' + error.message)
  }`

function startWriter(name: string) {
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', writer(name)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines: string[] = []
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(line))
  const ended = once(child, 'close')
  return {
    lines,
    ended,
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

it('loses no confirmed commit when the process is killed, and can be opened again', async () => {
  for (const name of ['first', 'second']) {
    const child = startWriter(name)
    await expect.poll(() => child.lines.length, { timeout: 30_000, interval: 5 }).toBeGreaterThan(25)
    await expect(openDatabase({ dataDir })).rejects.toThrow('in use by another running portal')
    await child.kill()

    const database = await openHere()
    const rows = await notes(database.kysely)
    expect(child.lines.filter((line) => !rows.includes(line))).toEqual([])
    await database.close()
  }
}, 120_000)

it('refuses a second process with a one-line message', async () => {
  await openHere()
  const child = startWriter('intruder')
  await child.ended
  expect(child.lines).toEqual([
    expect.stringMatching(/^refused: The data directory .* is in use by another running portal$/),
  ])
}, 30_000)
