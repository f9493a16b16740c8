// SIGTERM and a lost database: running calls finish or are refused, and the server recovers without a restart.

import { anAdmission } from '#test/builders.ts'
import { startServer, verifyBooks } from '#test/running-server.ts'
import { createEmptySchool, type School } from '#test/school-copies.ts'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
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
  const running = Array.from({ length: 60 }, (_, place) =>
    desk.post('/admissions/newAdmission', admit(`Drained ${place}`)),
  )
  await Promise.race(running)
  server.process.kill('SIGTERM')
  // Sends new calls until the process has exited; the test's time-out bounds that.
  const coming: Promise<Reply | null>[] = []
  while (server.process.exitCode === null) {
    coming.push(desk.get('/admissions/getLastRollNumber'))
    await delay(10)
  }
  expect(await exited).toEqual([0, null])
  const [answers, late] = await Promise.all([Promise.all(running), Promise.all(coming)])
  expect(answers.every((reply) => reply?.status === 200 || reply?.status === 503)).toBe(true)
  expect(late.every((reply) => reply === null || [200, 503].includes(reply.status))).toBe(true)
  expect(late.some((reply) => reply?.status === 503)).toBe(true)
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
  const meanwhile = await Promise.all(
    Array.from({ length: 5 }, (_, place) =>
      desk.post('/admissions/newAdmission', admit(`Away ${place}`), `away ${place}`),
    ),
  )
  expect(meanwhile.map((reply) => [reply?.status, reply?.body['code']])).toEqual(
    meanwhile.map(() => [503, 'not-ready']),
  )
  expect((await fetch(`${server.url}/readyz`)).status).toBe(503)
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
  proxy.restore()
  await vi.waitUntil(async () => (await fetch(`${server.url}/readyz`)).status === 200, { timeout: 60_000 })
  const again = await Promise.all(
    Array.from({ length: 5 }, (_, place) =>
      desk.post('/admissions/newAdmission', admit(`Away ${place}`), `away ${place}`),
    ),
  )
  expect(again.map((reply) => reply?.status)).toEqual(again.map(() => 200))
  await server.close()
  proxy.close()
  expect(await verifyBooks(school.settings)).toEqual({ code: 0, faults: '' })
})
