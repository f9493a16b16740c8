// @module-tag gate

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCommand } from '#test/command-line.ts'
import { openSchool, type TestSchool } from '#test/school.ts'

let school: TestSchool
const folder = mkdtempSync(join(tmpdir(), 'school-status-'))

beforeAll(async () => {
  school = await openSchool()
})
afterAll(async () => {
  await school[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true, force: true })
})

test('an admin sees when the last backup was made and the last restore was rehearsed', async () => {
  const admin = await school.as('admin@main.test')
  expect((await admin.get('/users/backupStatus/Main%20Campus')).body).toEqual({
    msg: 'Backups fetched',
    lastBackup: null,
    failedAt: null,
    lastRehearsal: null,
  })
  const database = {
    kysely: school.db,
    engine: 'embedded',
    afterBulkWork: async () => {},
    close: async () => {},
  } as const
  await runCommand(database, ['backup', join(folder, 'today')])
  await runCommand(database, ['restore', join(folder, 'today'), '--rehearse'])
  expect((await admin.get('/users/backupStatus/Main%20Campus')).body).toMatchObject({
    lastBackup: { madeAt: '2026-11-21T04:00:00.000Z', isEncrypted: false },
    failedAt: null,
    lastRehearsal: { rehearsedAt: '2026-11-21T04:00:00.000Z', isSound: true },
  })
})
