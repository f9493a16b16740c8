import { covers } from '#test/covers.ts'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'

/** Runs a part of the built product until it ends, and answers its exit code and what it said. */
async function run(command: readonly [string, ...string[]], dataDir: string) {
  const { DATABASE_URL: _ours, DATABASE_REPLICA_URL: _too, ...inherited } = process.env
  const [program, ...args] = command
  const child = spawn(program, args, {
    env: { ...inherited, NODE_ENV: 'production', PORT: '0', DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
    // One that hangs is ended, and shows as such: its exit code is null.
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
  await writeFile(join(folder, 'file'), 'a letter')
})
test.afterAll(() => rm(folder, { recursive: true, force: true }))

const places: readonly [what: string, place: () => string][] = [
  ['a file', () => join(folder, 'file')],
  ['below a file', () => join(folder, 'file', 'data')],
]
/** Refuses with ENOENT, on which a recursive mkdir of Node never returns. */
const inProc: typeof places = [['in /proc', () => '/proc/x']]

for (const [what, place] of process.platform === 'linux' ? [...places, ...inProc] : places) {
  test(`a data folder that is ${what} ends the server and the command line with one line`, async () => {
    const line = `DATA_DIR: the folder ${place()} cannot be used: `
    for (const command of [server, verify]) {
      const { code, output } = await run(command, place())
      expect(output).toContain(line)
      expect(output.trimEnd().split('\n')).toHaveLength(1)
      expect(code).toBe(1)
    }
  })
}

test('a disk on which no database fits ends the start with one line, and nothing is left of it', async () => {
  covers('decisions 1.settings.wrong')

  const dataDir = join(folder, 'full')
  const { code, output } = await run(['sh', '-c', `ulimit -f 1000; exec "$0" "$@"`, ...server], dataDir)
  expect(output).toBe(
    `The portal could not start: DATA_DIR: the folder ${dataDir} cannot be used: ` +
      'no database can be created in it (its disk may be full)\n',
  )
  expect(code).toBe(1)
  expect(await readdir(dataDir)).toEqual([])
})
