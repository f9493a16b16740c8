// @module-tag gate

import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { readBackupStatus } from '#server/records/campus/backups.ts'
import { runCommand } from '#test/command-line.ts'
import { openTestDatabase, type TestDatabase } from '#test/database.ts'
import { checkBackup } from './read-backup.ts'
import { makeDueBackup } from './scheduled-backups.ts'

let database: TestDatabase
let folder: string
let now: Date

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'school-scheduled-'))
  await database.empty()
  await runCommand(database, ['campus', 'add', 'North'])
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const setClock = (text: string) => {
  now = new Date(`${text}:00+05:00`)
}
const makeDue = (signal = new AbortController().signal) =>
  makeDueBackup(
    { folder, time: '02:30', keep: 2, key: null },
    { db: database.kysely, clock: () => now, signal },
  )
const status = () => readBackupStatus({ trx: database.kysely })

it('makes one backup a day, from its time on', async () => {
  setClock('2026-11-24T02:29')
  expect(await makeDue()).toBeNull()
  setClock('2026-11-24T02:30')
  expect(await makeDue()).toMatchObject({ isEncrypted: false })
  setClock('2026-11-24T23:59')
  expect(await makeDue()).toBeNull()
  expect(readdirSync(folder)).toEqual(['school-2026-11-24.backup'])
  expect(statSync(join(folder, 'school-2026-11-24.backup')).mode & 0o777).toBe(0o600)
  expect((await checkBackup(join(folder, 'school-2026-11-24.backup'))).counts.get('campuses')).toBe(1)
  expect(await status()).toMatchObject({
    lastBackup: { madeAt: new Date('2026-11-24T02:30:00+05:00'), isEncrypted: false },
    failedAt: null,
  })
})

it('makes the backup later after a night without a server, and after a crash during an attempt', async () => {
  setClock('2026-11-24T02:31')
  await makeDue()
  writeFileSync(join(folder, 'school-2026-11-25.backup.part'), 'half')
  setClock('2026-11-25T09:00')
  expect(await makeDue()).not.toBeNull()
  expect(readdirSync(folder).toSorted()).toEqual(['school-2026-11-24.backup', 'school-2026-11-25.backup'])
})

it('replaces the backup of a day that was made early because the clock was a day ahead', async () => {
  setClock('2026-11-25T10:00')
  await makeDue()
  setClock('2026-11-24T10:00')
  await sql`alter table answers rename to replies`.execute(database.kysely)
  await expect(makeDue()).rejects.toThrow('answers')
  expect(await status()).toMatchObject({ failedAt: now })
  await sql`alter table replies rename to answers`.execute(database.kysely)
  expect(await makeDue()).not.toBeNull()
  await runCommand(database, ['campus', 'add', 'South'])
  setClock('2026-11-25T02:30')
  expect(await makeDue()).not.toBeNull()
  expect(await makeDue()).toBeNull()
  expect(readdirSync(folder).toSorted()).toEqual(['school-2026-11-24.backup', 'school-2026-11-25.backup'])
  const { counts } = await checkBackup(join(folder, 'school-2026-11-25.backup'))
  expect(counts.get('campuses')).toBe(2)
})

it('deletes expired backups only after the next one is made, and leaves other files alone', async () => {
  for (const day of ['01', '20', '21', '22', '23']) {
    setClock(`2026-11-${day}T03:00`)
    await makeDue()
  }
  writeFileSync(join(folder, 'before-the-move.backup'), '')
  expect(readdirSync(folder).toSorted()).toEqual([
    'before-the-move.backup',
    'school-2026-11-01.backup',
    'school-2026-11-22.backup',
    'school-2026-11-23.backup',
  ])
})

it('logs a failure, leaves no file, and keeps the older backups', async () => {
  setClock('2026-11-23T03:00')
  await makeDue()
  await sql`alter table answers rename to replies`.execute(database.kysely)
  setClock('2026-11-24T03:00')
  await expect(makeDue()).rejects.toThrow('answers')
  await sql`alter table replies rename to answers`.execute(database.kysely)
  expect(readdirSync(folder)).toEqual(['school-2026-11-23.backup'])
  expect(await status()).toMatchObject({
    failedAt: now,
    lastBackup: { madeAt: new Date('2026-11-23T03:00:00+05:00') },
  })
  setClock('2026-11-24T03:15')
  await makeDue()
  expect(await status()).toMatchObject({ failedAt: null })
})

it('throws the cause of a failure, even if the database cannot log it', async () => {
  await sql`alter table answers rename to replies`.execute(database.kysely)
  await sql`alter table backup_log rename to log_of_backups`.execute(database.kysely)
  setClock('2026-11-24T03:00')
  await expect(makeDue()).rejects.toThrow('answers')
  await sql`alter table log_of_backups rename to backup_log`.execute(database.kysely)
  await sql`alter table replies rename to answers`.execute(database.kysely)
})

it('is aborted by a shutdown, and made after the next start', async () => {
  const shutdown = new AbortController()
  shutdown.abort()
  setClock('2026-11-24T03:00')
  expect(await makeDue(shutdown.signal)).toBeNull()
  expect(readdirSync(folder)).toEqual([])
  expect(await status()).toMatchObject({ lastBackup: null, failedAt: null })
  expect(await makeDue()).not.toBeNull()
})
