import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { covers } from '#test/covers.ts'

/** Runs a program of the built product until it exits, and returns its exit code and output. */
async function run(
  command: readonly [string, ...string[]],
  dataDir: string,
  settings: Readonly<Record<string, string>> = {},
) {
  const { DATABASE_URL: _url, DATABASE_REPLICA_URL: _replica, ...inherited } = process.env
  const [program, ...args] = command
  const child = spawn(program, args, {
    env: { ...inherited, NODE_ENV: 'production', PORT: '0', DATA_DIR: dataDir, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A program that hangs is killed; its exit code is then null.
    timeout: 60_000,
    killSignal: 'SIGKILL',
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const [code]: unknown[] = await once(child, 'close')
  return { code, output }
}

const server = [process.execPath, 'dist/server/main.js'] as const
const verify = [process.execPath, 'dist/server/cli.js', 'verify'] as const

let folder: string
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'school-unusable-'))
  await writeFile(join(folder, 'file'), 'text')
})
test.afterAll(() => rm(folder, { recursive: true, force: true }))

const places: readonly [what: string, place: () => string][] = [
  ['a file', () => join(folder, 'file')],
  ['below a file', () => join(folder, 'file', 'data')],
]
/** A folder whose creation fails with ENOENT, for which Node's recursive mkdir never returns. */
const inProc: typeof places = [['in /proc', () => '/proc/x']]

for (const [what, place] of process.platform === 'linux' ? [...places, ...inProc] : places) {
  test(`server and command line exit with a one-line message when the data folder is ${what}`, async () => {
    const line = `DATA_DIR: the folder ${place()} cannot be used: `
    for (const command of [server, verify]) {
      const { code, output } = await run(command, place())
      expect(output).toContain(line)
      expect(output.trimEnd().split('\n')).toHaveLength(1)
      expect(code).toBe(1)
    }
  })
}

// Windows does not have these file modes.
if (process.platform !== 'win32') {
  test('server and command line refuse a data folder that other users can open, with a one-line message that names the remedy', async () => {
    covers('security machine.data-folder')

    const openFolder = join(folder, 'open')
    await mkdir(openFolder)
    await writeFile(join(openFolder, 'letter'), 'of another program')
    await chmod(openFolder, 0o755)
    for (const command of [server, verify]) {
      const { code, output } = await run(command, openFolder)
      expect(output).toContain(
        `the folder ${openFolder} cannot be used: other users of this machine can open it: chmod 700 ${openFolder}`,
      )
      expect(output.trimEnd().split('\n')).toHaveLength(1)
      expect(code).toBe(1)
    }
  })
}

const missingPath = '/nowhere/at-all'
const wrongSettings: readonly [settings: Readonly<Record<string, string>>, line: string][] = [
  [
    { SECURITY_LOG: missingPath },
    'SECURITY_LOG: the file /nowhere/at-all cannot be written: its folder does not exist',
  ],
  [{ SECURITY_LOG: tmpdir() }, `SECURITY_LOG: the file ${tmpdir()} cannot be written: it is a folder`],
  [{ BACKUP_DIR: missingPath }, 'BACKUP_DIR: the folder /nowhere/at-all cannot be used: it does not exist'],
  [
    { BACKUP_DIR: process.execPath },
    `BACKUP_DIR: the folder ${process.execPath} cannot be used: it is not a folder`,
  ],
  [{ BACKUP_KEY: missingPath }, 'BACKUP_KEY: The key file "/nowhere/at-all" cannot be read'],
  [
    { HOST: '192.0.2.1', DEMO: '0' },
    'HOST and PORT: 192.0.2.1, 0 cannot be used: it is not an address of this machine',
  ],
]
for (const [settings, line] of wrongSettings) {
  test(`the server exits with a one-line message and creates no database with the settings ${JSON.stringify(settings)}`, async () => {
    covers('decisions 1.settings.wrong')

    const dataDir = join(folder, 'never-made')
    const { code, output } = await run(server, dataDir, settings)
    expect(output).toContain(line)
    expect(output.trimEnd().split('\n')).toHaveLength(1)
    expect([code, (await readdir(folder)).includes('never-made')]).toEqual([1, false])
  })
}

test('the server exits with a one-line message and creates no database if another program listens on its port', async () => {
  const otherProgram = createServer().listen(0, '127.0.0.1')
  await once(otherProgram, 'listening')
  const address = otherProgram.address()
  const PORT = String(address !== null && typeof address === 'object' ? address.port : 0)
  const { code, output } = await run(server, join(folder, 'never-made'), { PORT })
  otherProgram.close()
  expect(output).toBe(`HOST and PORT: 127.0.0.1, ${PORT} cannot be used: another program listens there\n`)
  expect([code, (await readdir(folder)).includes('never-made')]).toEqual([1, false])
})

test('the server exits with a one-line message and leaves no files if the disk is too full for a database', async () => {
  covers('decisions 1.settings.wrong')

  const dataDir = join(folder, 'full')
  const { code, output } = await run(['sh', '-c', `ulimit -f 1000; exec "$0" "$@"`, ...server], dataDir)
  // A slow start prints its progress first.
  expect(output.replaceAll(/^.* … \(\d+ s\)\n/gm, '')).toBe(
    `The portal could not start: DATA_DIR: the folder ${dataDir} cannot be used: ` +
      'no database can be created in it (its disk may be full)\n',
  )
  expect(code).toBe(1)
  expect(await readdir(dataDir)).toEqual([])
})
