import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { counters } from '#server/records/counters.ts'
import { runCommand } from '#test/command-line.ts'
import { openTestDatabase, type TestDatabase } from '#test/database.ts'
import { openControlSocket } from './control-socket.ts'
import { checkBackup } from './read-backup.ts'

const folder = mkdtempSync(join(tmpdir(), 'school-control-'))
const backupFile = join(folder, 'backup')

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
  await runCommand(database, ['campus', 'add', 'North'])
})
afterAll(async () => {
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

let problems: unknown[]
let endControl: () => Promise<void>
beforeEach(async () => {
  problems = []
  // Creates a socket file that a crash left behind.
  mkdirSync(join(folder, 'control'), { recursive: true, mode: 0o755 })
  writeFileSync(join(folder, 'control', 'socket'), '')
  endControl = await openControlSocket(folder, {
    db: database.kysely,
    clock: () => new Date('2026-11-21T09:00:00+05:00'),
    onError: (problem) => problems.push(problem),
  })
})
afterEach(() => endControl())

/** Runs a command while a server holds the database. */
const runOnServer = (...args: string[]) => runCommand(null, args, { settings: { DATA_DIR: folder } })

it('lets a running server make a backup and check the books', async () => {
  const { code, output } = await runOnServer('backup', backupFile)
  expect(code).toBe(0)
  expect(output).toMatch(
    /contains 1 campus, 0 students, 0 vouchers, 0 receipts and 0 lines of history \([\d,]+ bytes\)$/,
  )
  expect((await checkBackup(backupFile)).counts.get('counters')).toBe(counters.length)

  expect(await runOnServer('verify')).toMatchObject({ code: 0, errorOutput: '' })
  await database.kysely.updateTable('counters').set({ last: 7 }).where('counter', '=', 'receipt').execute()
  const broken = await runOnServer('verify')
  expect(broken.code).toBe(1)
  expect(broken.output).toMatch(
    /^Broken: the counters are at the last number given out\n {2}North {2}receipt\n/,
  )
  expect(problems).toEqual([])
})

it('is open only to its own user, and does not answer other requests', async () => {
  expect(statSync(join(folder, 'control')).mode & 0o777).toBe(0o700)
  expect(statSync(join(folder, 'control', 'socket')).mode & 0o777).toBe(0o600)
  for (const request of ['restore\n', 'backup /etc/passwd\n', 'x'.repeat(5000)]) {
    const socket = connect(join(folder, 'control', 'socket'))
    socket.write(request)
    expect(await text(socket).catch(() => '')).toBe('')
  }
})

it('reports that the server cannot finish a backup, and leaves no file', async () => {
  const other = join(folder, 'other')
  await sql`alter table answers rename to replies`.execute(database.kysely)
  const { errorOutput } = await runOnServer('backup', other)
  await sql`alter table replies rename to answers`.execute(database.kysely)
  expect(errorOutput).toBe('The running server could not finish the backup; its log says why')
  expect(() => statSync(other)).toThrow('no such file')
  expect(() => statSync(`${other}.part`)).toThrow('no such file')
  expect(problems).toEqual([expect.objectContaining({ message: 'relation "answers" does not exist' })])
})

it('reports that the server does not answer; a server that cannot create its socket works without it', async () => {
  await endControl()
  expect(await runOnServer('verify')).toEqual({
    code: 1,
    output: '',
    errorOutput: 'The server that is running on this data directory does not answer: stop it first',
  })
  const tooLong = join(folder, 'x'.repeat(200))
  const end = await openControlSocket(tooLong, {
    db: database.kysely,
    clock: () => new Date(),
    onError: (problem) => problems.push(problem),
  })
  expect(problems).toHaveLength(1)
  await end()
})
