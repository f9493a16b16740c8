import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql, type Kysely, type Transaction } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase, type OpenDatabase } from './open.ts'
import type { Schema } from './schema.ts'
import { readOnly } from './transaction.ts'

type Trx = Transaction<Schema>

describe('a report on the embedded database', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lent-connection-'))
  let database: OpenDatabase
  let lookUps: Kysely<Schema>
  let reports: Kysely<Schema>

  beforeAll(async () => {
    database = await openDatabase({ dataDir: join(folder, 'data'), durable: false })
    const { kysely } = database
    ;[lookUps, reports] = [database.lookUps ?? kysely, database.reports ?? kysely]
    const statements = [
      'create role clerk nologin',
      'create table notes (campus text, what int)',
      'grant select, insert on notes to clerk',
      'alter table notes enable row level security',
      "create policy own on notes using (campus = (select current_setting('app.campus')))",
    ]
    for (const statement of statements) await sql.raw(statement).execute(kysely)
  })
  beforeEach(async () => {
    await sql`delete from notes`.execute(database.kysely)
    await sql`insert into notes select campus, what from unnest(array['Main', 'City']) campus, generate_series(1, 100) what`.execute(
      database.kysely,
    )
  })
  afterAll(async () => {
    await database.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const bind = (trx: Trx, campus: string) =>
    sql`select set_config('app.campus', ${campus}, true), set_config('role', 'clerk', true)`.execute(trx)

  const seen = async (trx: Trx) => {
    const { rows } = await sql<{ user: string; campus: string; zone: string; nestloop: string }>`
      select current_user as user, coalesce(current_setting('app.campus', true), '') as campus,
        current_setting('timezone') as zone, current_setting('enable_nestloop') as nestloop`.execute(trx)
    return rows[0]
  }
  const listed = async (trx: Trx) =>
    (await sql<{ of: string }>`select distinct campus as of from notes`.execute(trx)).rows.map(({ of }) => of)
  const countNotes = async (trx: Trx) =>
    (await sql<{ count: number }>`select count(*) from notes`.execute(trx)).rows[0]?.count

  /** Runs statements of the report until another call has ended. */
  async function readUntil(trx: Trx, call: Promise<unknown>): Promise<void> {
    const state = { hasEnded: false }
    const end = () => (state.hasEnded = true)
    call.then(end, end)
    while (!state.hasEnded) await seen(trx)
  }

  it('lends its connection to a look-up of another campus, which sees nothing of the report', async () => {
    await readOnly(reports).execute(async (trx) => {
      await bind(trx, 'Main')
      await sql`set local enable_nestloop = off`.execute(trx)
      const own = await seen(trx)
      const lookUp = readOnly(lookUps).execute(async (its) => {
        const before = await seen(its)
        await bind(its, 'City')
        return { before, after: await seen(its), listed: await listed(its) }
      })
      await readUntil(trx, lookUp)
      expect(await lookUp).toEqual({
        before: { user: 'postgres', campus: '', zone: 'UTC', nestloop: 'on' },
        after: { user: 'clerk', campus: 'City', zone: 'UTC', nestloop: 'on' },
        listed: ['City'],
      })
      expect(await seen(trx)).toEqual(own)
      expect(own).toEqual({ user: 'clerk', campus: 'Main', zone: 'UTC', nestloop: 'off' })
      expect(await listed(trx)).toEqual(['Main'])
    })
  })

  it('reads one state of the books: a change waits for its end', async () => {
    const ended: string[] = []
    let change: Promise<unknown> = Promise.resolve()
    const report = readOnly(reports).execute(async (trx) => {
      await bind(trx, 'Main')
      await sql`declare parts no scroll cursor for select what from notes order by what`.execute(trx)
      const parts: number[] = []
      const read = async () => {
        const { rows } = await sql<{ what: number }>`fetch 20 from parts`.execute(trx)
        parts.push(...rows.map(({ what }) => what))
        return rows.length
      }
      await read()
      change = sql`update notes set what = what + 1000`
        .execute(database.kysely)
        .then(() => ended.push('change'))
      const lookUp = readOnly(lookUps).execute(async (its) => {
        await bind(its, 'City')
        return countNotes(its)
      })
      await readUntil(trx, lookUp)
      expect(await lookUp).toBe(100)
      while ((await read()) > 0);
      ended.push('report')
      return parts
    })
    expect(await report).toEqual(Array.from({ length: 100 }, (_, at) => at + 1))
    await change
    expect(ended).toEqual(['report', 'change'])
    expect(await readOnly(lookUps).execute(cursors)).toEqual([])
  })

  const cursors = async (trx: Trx) => (await sql`select name from pg_cursors`.execute(trx)).rows

  it('goes on after a look-up that failed', async () => {
    await readOnly(reports).execute(async (trx) => {
      await bind(trx, 'Main')
      const failing = readOnly(lookUps).execute((its) => sql`select 1 / 0`.execute(its))
      const writing = readOnly(lookUps).execute((its) =>
        sql`insert into notes values ('Main', 1)`.execute(its),
      )
      await readUntil(trx, Promise.allSettled([failing, writing]))
      await expect(failing).rejects.toThrow('division by zero')
      await expect(writing).rejects.toThrow('cannot execute INSERT in a read-only transaction')
      expect(await countNotes(trx)).toBe(100)
    })
  })

  it('lends nothing outside of a transaction that only reads', async () => {
    const bare = readOnly(reports).execute(async (trx) => {
      await bind(trx, 'Main')
      const alone = sql`select * from notes`.execute(lookUps)
      const written = lookUps
        .transaction()
        .execute((its) => sql`insert into notes values ('Main', 1)`.execute(its))
      await readUntil(trx, Promise.allSettled([alone, written]))
      await Promise.all([alone, written])
    })
    await expect(bare).rejects.toThrow('A look-up is a transaction that only reads')

    let lookUp: Promise<number | undefined> = Promise.resolve(0)
    await reports.transaction().execute(async (trx) => {
      await sql`insert into notes values ('Main', 101)`.execute(trx)
      lookUp = readOnly(lookUps).execute(countNotes)
      for (let turn = 0; turn < 20; turn += 1) await seen(trx)
      await sql`insert into notes values ('Main', 102)`.execute(trx)
    })
    // Only after the commit: it never sees a half of the change.
    expect(await lookUp).toBe(202)
  })

  it('lets the look-ups go on that waited when it failed, and leaves no cursor behind', async () => {
    let lookUp: Promise<number | undefined> = Promise.resolve(0)
    const report = readOnly(reports).execute(async (trx) => {
      await bind(trx, 'Main')
      await sql`declare parts no scroll cursor for select what from notes`.execute(trx)
      const failed = sql`select 1 / 0`.execute(trx)
      lookUp = readOnly(lookUps).execute(countNotes)
      await failed
    })
    await expect(report).rejects.toThrow('division by zero')
    expect(await lookUp).toBe(200)
    expect(await readOnly(lookUps).execute(cursors)).toEqual([])
  })

  it('keeps its statements apart from a look-up, also those that it sends at once', async () => {
    await readOnly(reports).execute(async (trx) => {
      await bind(trx, 'Main')
      const readings: (typeof lookUp)[] = []
      const lookUp = readOnly(lookUps).execute(async (its) => {
        await bind(its, 'City')
        return listed(its)
      })
      for (let turn = 0; turn < 20; turn += 1) readings.push(listed(trx))
      await readUntil(trx, lookUp)
      expect(await lookUp).toEqual(['City'])
      expect(new Set((await Promise.all(readings)).flat())).toEqual(new Set(['Main']))
    })
  })
})
