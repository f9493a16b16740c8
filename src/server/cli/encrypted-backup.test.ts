// @module-tag gate

import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { Encrypter } from 'age-encryption'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { readConfig } from '#server/config.ts'
import type { OpenDatabase } from '#server/database/open.ts'
import { runCommand } from '#test/command-line.ts'
import { covers } from '#test/covers.ts'
import { openTestDatabase, type TestDatabase } from '#test/database.ts'
import { runEveryOperation } from '#test/every-operation.ts'
import { readAllRows } from '#test/every-row.ts'
import { openSchool, passwords, type TestSchool } from '#test/school.ts'
import { readOperatorKey, readServerKey } from './backup-keys.ts'
import { openControlSocket } from './control-socket.ts'
import { checkBackup } from './read-backup.ts'
import { runPortal } from './run-portal.ts'

const folder = mkdtempSync(join(tmpdir(), 'school-encrypted-'))
const file = (...names: string[]): string => join(folder, ...names)
const settings = { BACKUP_KEY: file('keys', 'backup.key'), DATA_DIR: folder }
const key = ['--key', file('keys', 'restore.key')]

let school: TestSchool
/** The school's database as a command opens it. */
let source: OpenDatabase
let empty: TestDatabase

beforeAll(async () => {
  school = await openSchool()
  await runEveryOperation(school)
  source = { kysely: school.db, engine: 'embedded', afterBulkWork: async () => {}, close: async () => {} }
  empty = await openTestDatabase()
  await runCommand(null, ['make-backup-keys', file('keys')])
  await runCommand(null, ['make-backup-keys', file('others')])
  await runCommand(source, ['backup', file('school')], { settings })
})
beforeEach(() => empty.empty())
afterAll(async () => {
  await school[Symbol.asyncDispose]()
  await empty.close()
  rmSync(folder, { recursive: true, force: true })
})

describe('the keys', () => {
  it('are two files that only their owner can read, and are never replaced', async () => {
    expect(readdirSync(file('keys')).toSorted()).toEqual(['backup.key', 'restore.key'])
    for (const name of ['backup.key', 'restore.key'])
      expect(statSync(file('keys', name)).mode & 0o777).toBe(0o600)
    const before = readFileSync(file('keys', 'restore.key'))
    expect(await runCommand(null, ['make-backup-keys', file('keys')])).toMatchObject({
      code: 1,
      errorOutput: `The key file "${file('keys', 'backup.key')}" cannot be written, or exists already`,
    })
    expect(readFileSync(file('keys', 'restore.key'))).toEqual(before)
  })

  it("cannot open a backup if they are the server's", async () => {
    const ofServer = await runCommand(empty, ['restore', file('school'), '--key', file('keys', 'backup.key')])
    expect(ofServer).toMatchObject({
      code: 1,
      errorOutput: `"${file('keys', 'backup.key')}" is not the key file of an operator that make-backup-keys wrote`,
    })
  })

  it('are refused if other users can read the key of the server', async () => {
    chmodSync(settings.BACKUP_KEY, 0o640)
    const refused = await runCommand(source, ['backup', file('open')], { settings })
    chmodSync(settings.BACKUP_KEY, 0o600)
    expect(refused).toMatchObject({
      code: 1,
      errorOutput: `Other users can read the key file "${settings.BACKUP_KEY}": chmod 600 "${settings.BACKUP_KEY}"`,
    })
    expect(readdirSync(folder)).not.toContain('open')
  })
})

describe('an encrypted backup', () => {
  it('reveals nothing about the school, and is restored with the operator’s key', async () => {
    covers('security stolen.backup')

    const bytes = readFileSync(file('school')).toString('latin1')
    expect(bytes).toMatch(/^age-encryption\.org\/v1\n/)
    expect(bytes).not.toContain('Main Campus')
    const restored = await runCommand(empty, ['restore', file('school'), ...key])
    expect(restored).toMatchObject({ code: 0, errorOutput: '' })
    expect(await runCommand(empty, ['verify'])).toMatchObject({ code: 0 })
    expect((await readAllRows(empty.kysely))['receipts']).toEqual((await readAllRows(school.db))['receipts'])
  })

  it('is refused without a key, and with the key of another server', async () => {
    const path = file('school')
    expect((await runCommand(empty, ['restore', path])).errorOutput).toBe(
      `"${path}" is encrypted: name the operator's key file with --key`,
    )
    const restored = await runCommand(empty, ['restore', path, '--key', file('others', 'restore.key')])
    expect(restored.errorOutput).toBe(`"${path}" cannot be opened with this key`)
    expect(await empty.kysely.selectFrom('campuses').selectAll().execute()).toEqual([])
  })

  it.each([
    ['cut at its end', (bytes: Buffer) => bytes.subarray(0, -40)],
    ['cut in the middle', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
    [
      'altered in one bit',
      (bytes: Buffer) =>
        Buffer.from(bytes.map((byte, index) => (index === bytes.length - 500 ? byte ^ 1 : byte))),
    ],
  ])('is refused if it was %s', async (_how, alter) => {
    const path = file('altered')
    writeFileSync(path, alter(readFileSync(file('school'))))
    expect(await runCommand(empty, ['restore', path, ...key])).toMatchObject({
      code: 1,
      errorOutput: `"${path}" is not a complete backup of the portal: it cannot be decrypted`,
    })
    expect(await empty.kysely.selectFrom('campuses').selectAll().execute()).toEqual([])
  })

  it('is refused if somebody else made it for the same key', async () => {
    covers('security stolen.backup')

    const path = file('forged')
    // The recipient is not secret, so anyone can encrypt to it.
    const { recipient } = readServerKey(settings.BACKUP_KEY)
    await runCommand(source, ['backup', file('plain')])
    const encrypter = new Encrypter()
    encrypter.addRecipient(recipient)
    const plain = readFileSync(file('plain'))
    writeFileSync(path, await encrypter.encrypt(plain))
    const complaint = (why: string) => `"${path}" is not a complete backup of the portal: ${why}`
    const unsigned = await runCommand(empty, ['restore', path, ...key])
    expect(unsigned.errorOutput).toBe(complaint('it is not signed'))

    const madeUp = gzipSync(`${JSON.stringify({ signature: Buffer.alloc(64, 7).toString('base64') })}\n`)
    const secondEncrypter = new Encrypter()
    secondEncrypter.addRecipient(recipient)
    writeFileSync(path, await secondEncrypter.encrypt(Buffer.concat([plain, madeUp])))
    expect((await runCommand(empty, ['restore', path, ...key])).errorOutput).toBe(
      complaint('its signature is not of the server that the key belongs to'),
    )
    expect((await runCommand(empty, ['restore', file('plain'), ...key])).code).toBe(1)
    expect((await runCommand(empty, ['restore', file('plain')])).code).toBe(0)
  })

  it('can also be made through the running server, which logs it', async () => {
    const end = await openControlSocket(folder, {
      db: school.db,
      clock: () => school.now,
      onError: (problem) => expect.fail(String(problem)),
    })
    try {
      const backup = await runCommand(null, ['backup', file('served')], { settings })
      expect(backup).toMatchObject({ code: 0, errorOutput: '' })
      expect(backup.output).toMatch(/^The encrypted backup ".*served" contains 2 campuses/)
      const rehearse = ['restore', file('served'), '--rehearse', ...key]
      const rehearsed = await runCommand(null, rehearse, { settings })
      expect(rehearsed).toMatchObject({ code: 0, errorOutput: '' })
    } finally {
      await end()
    }
    const { counts } = await checkBackup(file('served'), readOperatorKey(file('keys', 'restore.key')))
    expect(counts.get('campuses')).toBe(2)
    const logged = await school.db
      .selectFrom('backup_log')
      .select(['act', 'file', 'encrypted', 'problem'])
      .where('file', '=', 'served')
      .orderBy('entry_no')
      .execute()
    expect(logged).toEqual([
      { act: 'backup', file: 'served', encrypted: true, problem: null },
      { act: 'rehearsal', file: 'served', encrypted: true, problem: null },
    ])
  })
})

describe('a rehearsed restore', () => {
  it('checks the books of the backup, changes nothing and is logged', async () => {
    const { backup_log: _, ...before } = await readAllRows(school.db)
    // Uses a folder of its own, because another test file may rehearse at the same time.
    const temporary = mkdtempSync(join(folder, 'temporary-'))
    vi.stubEnv('TMPDIR', temporary)
    const rehearsed = await runCommand(source, ['restore', file('school'), '--rehearse', ...key])
    vi.unstubAllEnvs()
    expect(rehearsed).toMatchObject({ code: 0, errorOutput: '' })
    expect(rehearsed.output).toMatch(
      /laws checked on 2 campuses.*: nothing is broken\n".*school" can be restored: 2 campuses/,
    )
    const { backup_log: log, ...after } = await readAllRows(school.db)
    expect(after).toEqual(before)
    expect(log).toContainEqual(
      expect.objectContaining({ act: 'rehearsal', file: 'school', encrypted: true, problem: null }),
    )
    expect(readdirSync(temporary)).toEqual([])
  })

  it('ends with 1 if the books of the backup are not sound', async () => {
    await runCommand(source, ['backup', file('sound')])
    await runCommand(empty, ['restore', file('sound')])
    await empty.kysely.updateTable('counters').set({ last: 999 }).where('counter', '=', 'receipt').execute()
    await runCommand(empty, ['backup', file('unsound')])
    const rehearsed = await runCommand(source, ['restore', file('unsound'), '--rehearse'])
    expect(rehearsed.code).toBe(1)
    expect(rehearsed.output).toContain('Broken: the counters are at the last number given out')
    const log = await school.db
      .selectFrom('backup_log')
      .selectAll()
      .orderBy('entry_no', 'desc')
      .executeTakeFirst()
    expect(log).toMatchObject({ act: 'rehearsal', file: 'unsound' })
    expect(log?.problem).toMatch(/rows break 1 law$/)
  })
})

describe('a file that cannot be restored', () => {
  const openedError = new Error('A database was opened')
  const restore = async (args: readonly string[]) => {
    const errorOutput: string[] = []
    const terminal = {
      say() {},
      printError: (line: string) => void errorOutput.push(line),
      readPassword: async () => '',
    }
    const open = () => Promise.reject(openedError)
    const clock = () => new Date()
    const code = await runPortal(['restore', ...args], {
      terminal,
      clock,
      passwords,
      settings: () => readConfig({}),
      open,
    })
    return { code, errorOutput: errorOutput.join() }
  }

  it.each([
    ['is missing', () => [file('nowhere'), ...key], 'There is no file'],
    ['is encrypted and has no key', () => [file('school')], 'is encrypted'],
    ['is of another key', () => [file('school'), '--key', file('others', 'restore.key')], 'with this key'],
    ['has a key that is missing', () => [file('school'), '--key', file('nowhere')], 'cannot be read'],
    ['is damaged', () => [file('damaged')], 'is not a complete backup'],
  ])('is refused before a database is opened or created: it %s', async (_, args, why) => {
    writeFileSync(file('damaged'), gzipSync('{}'))
    for (const more of [[], ['--rehearse']]) {
      const { code, errorOutput } = await restore([...args(), ...more])
      expect(code).not.toBe(0)
      expect(errorOutput).toContain(why)
      expect(errorOutput).not.toContain(openedError.message)
    }
  })
})
