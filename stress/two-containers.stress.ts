// Two servers on one data folder, each with its own network and processes, as containers have: the second server is
// refused, and nothing that the first acknowledged is lost.

import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, it } from 'vitest'
import { covers } from '#test/covers.ts'
import {
  environment,
  recordOutput,
  startServer,
  verifyBooks,
  type RunningServer,
} from '#test/running-server.ts'
import { attemptRupee, expectReceipts, type Attempt } from './attempts.ts'
import { signIn, type ClerkClient } from './clerk-client.ts'
import { fullOrShort } from './full-or-short.ts'

const rounds = fullOrShort(10, 2)
const rupeesPerRound = fullOrShort(100, 20)
const students = 40

const folder = mkdtempSync(join(tmpdir(), 'school-containers-'))
const settings = { DATA_DIR: join(folder, 'data'), DEMO: '1', DEMO_STUDENTS: String(students) }
const inUse = /The data directory .* is in use by another running portal/

/** Options for a container's own network, processes and mounts; without root also its own user. */
const namespaces = [
  ...(process.getuid?.() === 0 ? [] : ['--map-root-user']),
  '--net',
  '--pid',
  '--mount',
  '--fork',
  '--kill-child',
  '--mount-proc',
]

interface Container {
  readonly process: ChildProcess
  readonly output: () => string
  readonly kill: () => Promise<void>
}

const containers: Container[] = []

/** Starts the built server in its own namespaces, on the same folder. */
function startContainer(): Container {
  const child = spawn('unshare', [...namespaces, process.execPath, 'dist/server/main.js'], {
    env: { ...environment(), NODE_ENV: 'production', HOST: '127.0.0.1', PORT: '3000', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'close')
  const container = {
    process: child,
    output: recordOutput(child),
    async kill() {
      // The container's first process dies with it, and then all its other processes.
      child.kill('SIGKILL')
      await ended
    },
  }
  containers.push(container)
  return container
}

/** Returns the process id of the server as this test sees it: the only child of `unshare`. */
function serverIn({ process: { pid } }: Container): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim())
}

async function expectRefused({ process: child, output }: Container): Promise<void> {
  await expect.poll(() => child.exitCode !== null || output().includes('The portal is running')).toBe(true)
  expect(child.exitCode, output()).toBe(1)
  expect(output()).toMatch(inUse)
}

const countDone = (made: readonly Attempt[]): number =>
  made.filter(({ reply }) => reply?.status === 200).length

/** Receives one rupee after the other from students who still owe something. */
async function receiveRupees(clerk: ClerkClient, from: number): Promise<Attempt[]> {
  const made: Attempt[] = []
  for (let turn = from; countDone(made) < rupeesPerRound && turn < from + 10 * rupeesPerRound; turn += 1) {
    const lookUp = await clerk.get(`/finances/individualVoucher/Main%20Campus/${1001 + (turn % students)}`)
    if (lookUp?.status !== 200) continue
    made.push(await attemptRupee(clerk, String(Object(lookUp.body['voucher']).voucherNo)))
  }
  return made
}

let server: RunningServer | undefined
afterEach(async () => {
  for (const container of containers.splice(0)) await container.kill()
  await server?.close()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('this machine permits namespaces, which the tests below need', () => {
  const { status, stderr } = spawnSync('unshare', [...namespaces, 'true'], { encoding: 'utf8' })
  expect(status, `This machine does not permit namespaces of their own to this user: ${stderr}`).toBe(0)
})

it(
  'refuses a second server in another container and keeps every acknowledged payment of the first',
  async ({ annotate }) => {
    covers('security machine.two-servers')

    const all: Attempt[] = []
    for (let round = 0; round < rounds; round += 1) {
      server = await startServer(settings)
      const clerk = await signIn(server, 'office@main.demo')
      const paying = receiveRupees(clerk, all.length)
      await expectRefused(startContainer())
      all.push(...(await paying))
      await expectRefused(startContainer())
      await server.kill()

      // Every acknowledged receipt is there after a kill, and the next start finds the folder free.
      server = await startServer(settings)
      await expectReceipts(await signIn(server, 'office@main.demo'), all)
      await server.close()
    }
    await annotate(`${countDone(all)} of ${all.length} payments acknowledged in ${rounds} rounds`)
    expect(countDone(all)).toBe(rounds * rupeesPerRound)
    expect(await verifyBooks(settings)).toEqual({ code: 0, faults: '' })
  },
  rounds * 300_000,
)

it('is refused while a container, even a paused one, has the folder, and starts after its kill', async () => {
  covers('security machine.two-servers')

  const container = startContainer()
  await expect.poll(container.output).toContain('The portal is running')
  await expect(startServer(settings)).rejects.toThrow('The server did not start')
  await expectRefused(startContainer())

  process.kill(serverIn(container), 'SIGSTOP')
  await expectRefused(startContainer())
  await container.kill()

  server = await startServer(settings)
  expect((await signIn(server, 'office@main.demo')).userId).toBe('office@main.demo')
}, 600_000)
