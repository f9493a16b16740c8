// @module-tag gate
// @module-tag engine

import { createHash } from 'node:crypto'
import { cpSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase, type OpenDatabase } from '#server/database/open.ts'
import { backupTables, tablesLeftOut } from '#server/records/campus/backups.ts'
import { buildApp } from '#server/start/app.ts'
import { runCommand } from '#test/command-line.ts'
import { findTemplate } from '#test/database-template.ts'
import { openTestDatabase, type TestDatabase } from '#test/database.ts'
import { runEveryOperation } from '#test/every-operation.ts'
import { readAllRows } from '#test/every-row.ts'
import { admit, callerOf, openSchool, password, type TestSchool } from '#test/school.ts'
import { addPasskey, requestFactor, setUpApp } from '#test/second-factors.ts'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const folder = mkdtempSync(join(tmpdir(), 'school-backup-'))
const file = (name: string): string => join(folder, name)

let school: TestSchool
/** The database of a school in use, as a command opens it. */
let source: OpenDatabase
/** An empty database of the same kind. */
let empty: TestDatabase

beforeAll(async () => {
  school = await openSchool()
  await runEveryOperation(school)
  const { now } = school
  const viewer = await school.as('viewer@main.test')
  await addPasskey(viewer)
  await setUpApp(school, viewer)
  await viewer.post('/users/beginPasskey')
  await requestFactor(school, 'viewer@main.test')
  school.now = now
  source = { kysely: school.db, engine: 'embedded', afterBulkWork: async () => {}, close: async () => {} }
  empty = await openTestDatabase()
  await runCommand(source, ['backup', file('school')])
})
beforeEach(() => empty.empty())
afterAll(async () => {
  await school[Symbol.asyncDispose]()
  await empty.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Opens an empty embedded database, whichever kind these tests run on. */
async function openEmbedded(): Promise<OpenDatabase> {
  const template = await findTemplate(undefined)
  if (template.engine !== 'embedded') throw new Error('The store holds embedded databases')
  const dataDir = file('embedded')
  cpSync(template.dir, dataDir, { recursive: true })
  return openDatabase({ dataDir, durable: false })
}

/** Returns every row except those that a backup leaves out, in the same order on both kinds of database. */
async function backedUpRows({ kysely }: OpenDatabase) {
  const tables = Object.entries(await readAllRows(kysely)).filter(
    ([name]) => !tablesLeftOut.some((left) => left === name),
  )
  return Object.fromEntries(
    tables.map(([name, rows]) => [name, (rows as object[]).map((row) => JSON.stringify(row)).toSorted()]),
  )
}

describe('a school that is moved', () => {
  it('has every row after a move to an embedded database and back, and continues its numbers', async () => {
    const embedded = await openEmbedded()
    try {
      const moved = await runCommand(embedded, ['restore', file('school')])
      expect(moved).toMatchObject({ code: 0, errorOutput: '' })
      expect(moved.output).toMatch(
        /^The database now contains 2 campuses, 8 students, 18 vouchers, .+ 2026-11-21T04:00:00/,
      )
      expect(await runCommand(embedded, ['backup', file('moved')])).toMatchObject({ code: 0 })
      expect(await backedUpRows(embedded)).toEqual(await backedUpRows(source))
    } finally {
      await embedded.close()
    }
    expect(await runCommand(empty, ['restore', file('moved')])).toMatchObject({ code: 0 })
    expect(await backedUpRows(empty)).toEqual(await backedUpRows(source))
    expect(await runCommand(empty, ['verify'])).toMatchObject({ code: 0 })

    const last = await empty.kysely.selectFrom('counters').selectAll().orderBy('campus').execute()
    const app = await buildApp({ database: empty, clock: () => school.now, pageFolder: null })
    const { headers } = await callerOf(app, '').post('/users/signin', { userId: 'desk@main.test', password })
    const desk = callerOf(app, String(headers['set-cookie']).split(';')[0] ?? '')
    expect(await admit(desk)).toBe(8)
    await app.close()
    expect(last).toContainEqual({ campus: 'Main Campus', counter: 'roll number', last: 7 })
    // Receipts have no gap, the history continues after its last entry, and the triggers count receipts again.
    expect(await runCommand(empty, ['verify'])).toMatchObject({ code: 0 })
  })

  it('has the second factors of its users, but no pending sign-ins', async () => {
    await runCommand(empty, ['restore', file('school')])
    const rows = await readAllRows(empty.kysely)
    for (const [table, count] of Object.entries({ totp_secrets: 1, passkeys: 1, recovery_codes: 10 })) {
      expect([table, rows[table]]).toEqual([table, expect.objectContaining({ length: count })])
    }
    expect([rows['pending_sign_ins'], rows['passkey_challenges']]).toEqual([[], []])
  })

  it('has its security log, which replaces the log of the failed sign-ins in the empty database', async () => {
    const eventsOf = async ({ kysely }: OpenDatabase) => {
      const { rows } = await sql<{ text: string }>`
        select concat_ws(' ', at at time zone 'utc', campus, user_id, what) as text from security_events
        order by event_no`.execute(kysely)
      return rows.map(({ text }) => text)
    }
    await runCommand(source, ['backup', file('with-log')])
    const app = await buildApp({ database: empty, clock: () => school.now, pageFolder: null })
    await callerOf(app, '').post('/users/signin', { userId: 'nobody@main.test', password })
    await app.close()
    expect(await eventsOf(empty)).toHaveLength(1)
    expect(await runCommand(empty, ['restore', file('with-log')])).toMatchObject({ code: 0 })
    const sourceEvents = await eventsOf(source)
    expect(sourceEvents.at(-1)).toContain('operator Command line: backup')
    const restored = await eventsOf(empty)
    // The log entry of the backup is written after the backup, so the restored log ends with the restore instead.
    expect(restored.slice(0, -1)).toEqual(sourceEvents.slice(0, -1))
    expect(restored.at(-1)).toContain('operator Command line: restore')
  })

  it('has no sessions and no known devices', async () => {
    await runCommand(empty, ['restore', file('school')])
    for (const table of ['sessions', 'known_devices'] as const) {
      expect(await school.db.selectFrom(table).selectAll().execute()).not.toEqual([])
      expect(await empty.kysely.selectFrom(table).selectAll().execute()).toEqual([])
    }
  })

  it('has every table except those that are left out on purpose', async () => {
    const { rows } = await sql<{ name: string }>`
      select tablename as name from pg_tables where schemaname = 'public'`.execute(school.db)
    const knownTables = [...backupTables.map(({ table }) => table), ...tablesLeftOut]
    expect(rows.map(({ name }) => name).toSorted()).toEqual(knownTables.toSorted())
  })
})

describe('a backup', () => {
  it('can be read by its owner only and never replaces a file', async () => {
    const path = file('school')
    const before = readFileSync(path)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(await runCommand(source, ['backup', path])).toEqual({
      code: 1,
      output: '',
      errorOutput: `There is a file "${path}" already`,
    })
    expect(readFileSync(path)).toEqual(before)
  })

  it('does not overwrite a backup that is being written or was interrupted', async () => {
    const path = file('begun')
    writeFileSync(`${path}.part`, 'half')
    expect((await runCommand(source, ['backup', path])).errorOutput).toBe(
      `"${path}.part" exists: either another backup is being written to it, or one was interrupted and left it to be removed`,
    )
    expect(readFileSync(`${path}.part`, 'utf8')).toBe('half')
  })

  it('leaves no file behind when it fails', async () => {
    const path = file('failed')
    await sql`alter table answers rename to replies`.execute(school.db)
    expect(await runCommand(source, ['backup', path])).toMatchObject({ code: 1, output: '' })
    await sql`alter table replies rename to answers`.execute(school.db)
    expect(() => statSync(path)).toThrow('no such file')
    expect(() => statSync(`${path}.part`)).toThrow('no such file')
  })

  it('contains one instant, while others continue to work', async () => {
    const path = file('instant')
    const before = await backedUpRows(source)
    const clerk = await school.as('desk@main.test')
    const [backup, rollNo] = await Promise.all([runCommand(source, ['backup', path]), admit(clerk)])
    expect(backup).toMatchObject({ code: 0 })
    expect(await runCommand(empty, ['restore', path])).toMatchObject({ code: 0 })
    const after = await backedUpRows(empty)
    // The backup contains the whole admission or nothing of it.
    expect([before, await backedUpRows(source)]).toContainEqual(after)
    expect(rollNo).toBe(8)
    expect(await runCommand(empty, ['verify'])).toMatchObject({ code: 0 })
  })
})

describe('a file that is not a complete backup', () => {
  const packed = () => readFileSync(file('school'))
  const lines = () => gunzipSync(packed()).toString().split('\n')
  const pack = (text: readonly string[]) => gzipSync(text.join('\n'))
  const changed = (from: string, to: string) => pack([lines().join('\n').replace(from, to)])

  it.each([
    ['cut in the middle', () => packed().subarray(0, packed().length / 2), 'it cannot be decompressed'],
    ['cut at a line', () => pack(lines().slice(0, -2)), 'its end is missing'],
    ['empty', () => pack([]), 'its end is missing'],
    ['another file', () => Buffer.from('a letter'), 'it cannot be decompressed'],
    ['another compressed file', () => pack(['a letter', '']), 'a line cannot be read'],
    [
      'altered in an amount',
      () => changed('"amount":750000', '"amount":750001'),
      'its checksum or its number of rows does not match',
    ],
    [
      'without a row',
      () =>
        pack(
          lines().filter((line) => !line.startsWith('{"campus":"City Campus","roll_no":1,"admission_no"')),
        ),
      'a line has an unexpected content',
    ],
    [
      'with text after its end',
      () => pack([...lines().slice(0, -1), 'more', '']),
      'there is text after its end',
    ],
  ])('is refused, and nothing is written: %s', async (_how, content, why) => {
    const path = file('damaged')
    writeFileSync(path, content())
    const before = await readAllRows(empty.kysely)
    expect(await runCommand(empty, ['restore', path])).toEqual({
      code: 1,
      output: '',
      errorOutput: `"${path}" is not a complete backup of the portal: ${why}`,
    })
    expect(await readAllRows(empty.kysely)).toEqual(before)
  })

  it('is refused with instructions if it is from another version of the program', async () => {
    const path = file('newer')
    const [, ...others] = lines().slice(0, -2)
    const [header = ''] = lines()
    const text = [header.replace(/"schema":\d+/, '"schema":99'), ...others]
      .map((line) => `${line}\n`)
      .join('')
    const end = lines()
      .at(-2)
      ?.replace(/"sha256":"\w+"/, `"sha256":"${sha256(text)}"`)
    writeFileSync(path, gzipSync(`${text}${end}\n`))
    expect(await runCommand(empty, ['restore', path])).toMatchObject({
      code: 1,
      errorOutput: expect.stringMatching(
        /^The backup is of a newer version of this program \(its tables have version 99, here they have \d+\): /,
      ),
    })
  })

  it('is refused if it does not exist', async () => {
    expect(await runCommand(empty, ['restore', file('none')])).toMatchObject({
      code: 1,
      errorOutput: `There is no file "${file('none')}"`,
    })
  })
})

it('restores a backup only into an empty database', async () => {
  const before = await readAllRows(school.db)
  expect(await runCommand(source, ['restore', file('school')])).toMatchObject({
    code: 1,
    errorOutput: 'There is a school in this database already: a backup is restored into an empty one',
  })
  expect(await readAllRows(school.db)).toEqual(before)
})
