import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest'
import { covers } from '#test/covers.ts'
import { createDirectory, requireUsable } from './data-directory.ts'
import { openDatabase } from './open.ts'

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'school-folder-')))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const file = join(folder, 'file')
writeFileSync(file, 'a letter')
const [databaseIsFile, databaseIsEmpty] = [join(folder, 'with-file'), join(folder, 'without-files')]
mkdirSync(databaseIsFile, { mode: 0o700 })
writeFileSync(join(databaseIsFile, 'database'), 'a letter')
mkdirSync(databaseIsEmpty, { mode: 0o700 })
mkdirSync(join(databaseIsEmpty, 'database'))
const notCreated = join(folder, 'created')
const tooLong = join(notCreated, 'deeper', 'x'.repeat(300))

// Folders that even root cannot write to.
const onLinux = [
  ['/proc/x', 'no folder or file can be created there'],
  ['/proc/x/y', 'no folder or file can be created there'],
  ['/proc', 'no folder or file can be created there'],
  ['/dev/null/x', '/dev/null is not a folder'],
] as const
const unusable = [
  ...(process.platform === 'linux' ? onLinux : []),
  [file, `${file} is not a folder`],
  [join(file, 'x', 'y'), `${file} is not a folder`],
  [tooLong, 'its name is too long'],
  [databaseIsFile, `${join(databaseIsFile, 'database')} is not a folder`],
  [databaseIsEmpty, `${join(databaseIsEmpty, 'database')} is not a database`],
] as const

let workers = 0
const countWorker = () => (workers += 1)
beforeEach(() => {
  workers = 0
  process.on('worker', countWorker)
})
afterEach(() => process.off('worker', countWorker))

it.each(unusable)('refuses %s before starting a thread', async (dataDir, reason) => {
  covers('decisions 1.settings.wrong')

  const message = `DATA_DIR: the folder ${dataDir} cannot be used: ${reason}`
  await expect(openDatabase({ dataDir, durable: false })).rejects.toThrow(new Error(message))
  expect(workers).toBe(0)
})

it('counts a thread that this test starts', async () => {
  await new Worker('', { eval: true }).terminate()
  expect(workers).toBe(1)
})

it('leaves nothing behind when it refuses a folder', async () => {
  for (const [dataDir] of unusable) await expect(openDatabase({ dataDir })).rejects.toThrow('DATA_DIR')
  expect(existsSync(notCreated)).toBe(false)
  expect(readdirSync(databaseIsFile)).toEqual(['database'])
  expect(readdirSync(databaseIsEmpty)).toEqual(['database'])
})

it('creates a missing folder for its owner only, and accepts an existing one', () => {
  const directory = join(folder, 'one', 'two')
  createDirectory(directory)
  createDirectory(directory)
  // Windows does not have these file modes.
  const otherUsersBits = process.platform === 'win32' ? 0 : 0o077
  for (const path of [join(folder, 'one'), directory]) expect(statSync(path).mode & otherUsersBits).toBe(0)
})

// Windows has neither file modes nor owners.
it.runIf(process.platform !== 'win32').each(['755', '750', '701', '770'])(
  'refuses a non-empty folder that others can open, and names the remedy (mode %s)',
  async (mode) => {
    covers('security machine.data-folder')

    const dataDir = join(folder, `mode-${mode}`)
    mkdirSync(dataDir)
    writeFileSync(join(dataDir, 'letter'), 'of another program')
    chmodSync(dataDir, mode)
    await expect(openDatabase({ dataDir, durable: false })).rejects.toThrow(
      new Error(
        `DATA_DIR: the folder ${dataDir} cannot be used: other users of this machine can open it: chmod 700 ${dataDir}`,
      ),
    )
    expect(workers).toBe(0)
    expect(readdirSync(dataDir)).toEqual(['letter'])
    chmodSync(dataDir, 0o700)
    expect(() => requireUsable(dataDir)).not.toThrow()
  },
)

it.runIf(process.platform !== 'win32')('makes an empty folder private if others can open it', () => {
  covers('security machine.data-folder')

  const dataDir = join(folder, 'plain')
  mkdirSync(dataDir)
  chmodSync(dataDir, 0o777)
  requireUsable(dataDir)
  expect(statSync(dataDir).mode & 0o777).toBe(0o700)
  expect(readdirSync(dataDir)).toEqual([])
})

// Only root can transfer a folder to another user.
it.runIf(process.getuid?.() === 0)('refuses the folder of another user, even if it is empty', () => {
  const dataDir = join(folder, 'of-another')
  createDirectory(dataDir)
  chmodSync(dataDir, 0o755)
  chownSync(dataDir, 12_345, 0)
  expect(() => requireUsable(dataDir)).toThrow(
    `it belongs to user 12345 and this process is user 0: run it as its owner, or chown -R 0 ${dataDir}`,
  )
  expect(statSync(dataDir).mode & 0o777).toBe(0o755)
})
