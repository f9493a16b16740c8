import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { covers } from '#test/covers.ts'
import { MissingDatabaseUrl, rememberServer, requireSameEngine } from './data-directory.ts'

// Windows does not have these file modes.
const forOthers = process.platform === 'win32' ? 0 : 0o077
const folder = mkdtempSync(join(tmpdir(), 'school-used-server-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('refuses a start without DATABASE_URL after a start with it, and explains the remedy', () => {
  covers('decisions 1.settings.lost-url')

  const dataDir = join(folder, 'data')
  const note = join(dataDir, 'uses-postgresql')
  const url = 'postgres://portal:secret@db.example/green'
  expect(() => requireSameEngine(dataDir, null)).not.toThrow()
  expect(rememberServer(dataDir, url)).toBe(true)

  expect(readFileSync(note, 'utf8')).toBe('db.example:5432/green\n')
  expect(statSync(dataDir).mode & forOthers).toBe(0)
  expect(() => requireSameEngine(dataDir, null)).toThrow(
    new MissingDatabaseUrl(
      `DATABASE_URL is not set, but the portal of the folder ${dataDir} used the PostgreSQL database ` +
        `db.example:5432/green: set it again, or delete ${note} to use an embedded database there`,
    ),
  )
  expect(() => requireSameEngine(dataDir, url)).not.toThrow()
  rmSync(note)
  expect(() => requireSameEngine(dataDir, null)).not.toThrow()
})

it('names a server that is reached through a socket', () => {
  const dataDir = join(folder, 'socket')
  rememberServer(dataDir, 'postgres:///green?host=/run/postgresql')
  expect(() => requireSameEngine(dataDir, null)).toThrow('/run/postgresql:5432/green')
})

it('works without the note if the folder cannot be written to', () => {
  const file = join(folder, 'file')
  writeFileSync(file, '')
  expect(rememberServer(join(file, 'data'), 'postgres://localhost/green')).toBe(false)
  expect(existsSync(join(file, 'data'))).toBe(false)
})
