// Signals and a lost database: running calls finish or are refused, and the server recovers without a restart.

import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { anAdmission } from '#test/builders.ts'
import { environment, freePort, recordOutput, startServer, verifyBooks } from '#test/running-server.ts'
import { createEmptySchool, type School } from '#test/school-copies.ts'
import { signIn, type Reply } from './clerk-client.ts'
import { openProxy } from './proxy.ts'

const demo = { DEMO: '1', DEMO_STUDENTS: '30' }
let school: School

beforeAll(async () => {
  school = await createEmptySchool()
})
afterAll(() => school.remove())

const admit = (name: string) => anAdmission({ studentData: { studentName: name } })

it('after SIGTERM running calls finish, new calls get 503, and the process exits', async () => {
  const server = await startServer({ ...school.settings, ...demo })
  const desk = await signIn(server, 'desk@main.demo')
  const exited = once(server.process, 'exit')
  // Few enough calls to finish within the server's ten seconds even on a busy machine.
  const running = Array.from({ length: 20 }, (_, index) =>
    desk.post('/admissions/newAdmission', admit(`Drained ${index}`)),
  )
  await Promise.race(running)
  server.process.kill('SIGTERM')
  // Sends new calls until the process has exited; the test's time-out bounds the loop.
  const newCalls: Promise<Reply | null>[] = []
  while (server.process.exitCode === null) {
    newCalls.push(desk.get('/admissions/getLastRollNumber'))
    await delay(10)
  }
  expect(await exited).toEqual([0, null])
  const [answers, newReplies] = await Promise.all([Promise.all(running), Promise.all(newCalls)])
  expect(answers.map((reply) => reply?.status).filter((status) => status !== 200 && status !== 503)).toEqual(
    [],
  )
  expect(newReplies.every((reply) => reply === null || [200, 503].includes(reply.status))).toBe(true)
  expect(newReplies.some((reply) => reply?.status === 503)).toBe(true)
  expect(await verifyBooks(school.settings)).toEqual({ code: 0, faults: '' })
})

it('a lost database makes the server not ready until the connection is back', async () => {
  const url = school.settings['DATABASE_URL']
  // The embedded database runs in the server's process, so it cannot be lost alone.
  if (url === undefined) return expect(school.settings['DATA_DIR']).toBeDefined()
  const { hostname, port } = new URL(url)
  const proxy = await openProxy({ host: hostname, port: Number(port) })
  const throughProxy = new URL(url)
  throughProxy.port = String(proxy.port)
  const server = await startServer({ ...school.settings, ...demo, DATABASE_URL: throughProxy.href })
  const desk = await signIn(server, 'desk@main.demo')
  proxy.disconnect()
  const failedReplies = await Promise.all(
    Array.from({ length: 5 }, (_, index) =>
      desk.post('/admissions/newAdmission', admit(`Away ${index}`), `away ${index}`),
    ),
  )
  expect(failedReplies.map((reply) => [reply?.status, reply?.body['code']])).toEqual(
    failedReplies.map(() => [503, 'not-ready']),
  )
  expect((await fetch(`${server.url}/readyz`)).status).toBe(503)
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
  proxy.restore()
  await vi.waitUntil(async () => (await fetch(`${server.url}/readyz`)).status === 200, { timeout: 60_000 })
  const repeatedReplies = await Promise.all(
    Array.from({ length: 5 }, (_, index) =>
      desk.post('/admissions/newAdmission', admit(`Away ${index}`), `away ${index}`),
    ),
  )
  expect(repeatedReplies.map((reply) => reply?.status)).toEqual(repeatedReplies.map(() => 200))
  await server.close()
  proxy.close()
  expect(await verifyBooks(school.settings)).toEqual({ code: 0, faults: '' })
})

describe('the portal that npm start runs', () => {
  const folder = mkdtempSync(join(tmpdir(), 'school-npm-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  let address: { readonly port: number; readonly url: string }
  beforeAll(async () => {
    const port = await freePort()
    address = { port, url: `http://127.0.0.1:${port}/healthz` }
  })
  const answers = () =>
    fetch(address.url).then(
      () => true,
      () => false,
    )

  /** Starts the portal as the README says, in its own process group, as in a terminal. */
  async function npmStart() {
    const started = spawn('npm', ['start'], {
      env: { ...environment(), DATA_DIR: join(folder, 'data'), DEMO: '0', PORT: `${address.port}` },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
    const output = recordOutput(started)
    await expect.poll(() => (started.exitCode === null ? answers() : output())).toBe(true)
    return { started, output, ended: once(started, 'close') }
  }

  const npm = ({ pid }: ChildProcess) => Number(pid)
  const childOfNpm = ({ pid }: ChildProcess) =>
    Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim())
  const group = ({ pid }: ChildProcess) => -Number(pid)

  // Each start uses the port and the folder of the previous start.
  it.each([
    ['npm', 'SIGTERM', npm],
    ['npm', 'SIGINT', npm],
    ['npm', 'SIGHUP', npm],
    ['npm', 'SIGKILL', npm],
    ...(process.platform === 'linux' ? ([['the child of npm', 'SIGTERM', childOfNpm]] as const) : []),
  ] as const)('ends when %s gets %s, and frees port and folder', async (_, signal, target) => {
    const { started, ended } = await npmStart()
    process.kill(target(started), signal)
    await ended
    expect(await answers()).toBe(false)
  })

  it('stops cleanly on Ctrl-C, which reaches it from the terminal and from npm', async () => {
    const { started, output, ended } = await npmStart()
    process.kill(group(started), 'SIGINT')
    await ended
    expect(await answers()).toBe(false)
    expect(started.exitCode).toBe(0)
    expect(output()).not.toMatch(/second|killed/)
  })
})
