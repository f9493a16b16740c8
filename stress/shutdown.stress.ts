// SIGTERM and a database that goes away: what is under way is finished or told, and work goes on without a restart.

import { anAdmission } from '#test/builders.ts'
import { startServer, verifyBooks } from '#test/running-server.ts'
import { createEmptySchool, type School } from '#test/school-copies.ts'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openLine } from './proxy.ts'
import { signIn, type Came } from './clerk-client.ts'

const demo = { DEMO: '1', DEMO_STUDENTS: '30' }
let school: School

beforeAll(async () => {
  school = await createEmptySchool()
})
afterAll(() => school.remove())

const admit = (name: string) => anAdmission({ studentData: { studentName: name } })

it('SIGTERM lets what is under way finish, answers 503 to what comes then, and the process ends by itself', async () => {
  const office = await startServer({ ...school.settings, ...demo })
  const desk = await signIn(office, 'desk@main.demo')
  const exited = once(office.process, 'exit')
  const underWay = Array.from({ length: 60 }, (_, place) =>
    desk.post('/admissions/newAdmission', admit(`Drained ${place}`)),
  )
  await Promise.race(underWay)
  office.process.kill('SIGTERM')
  // New calls keep coming until the process has ended; the test's time-out bounds that.
  const coming: Promise<Came | null>[] = []
  while (office.process.exitCode === null) {
    coming.push(desk.get('/admissions/getLastRollNumber'))
    await delay(10)
  }
  expect(await exited).toEqual([0, null])
  const [answers, late] = await Promise.all([Promise.all(underWay), Promise.all(coming)])
  expect(answers.every((came) => came?.status === 200 || came?.status === 503)).toBe(true)
  expect(late.every((came) => came === null || [200, 503].includes(came.status))).toBe(true)
  expect(late.some((came) => came?.status === 503)).toBe(true)
  expect(await verifyBooks(school.settings)).toEqual({ code: 0, faults: '' })
})

it('a database that goes away is told as not ready, and work goes on when it is back', async () => {
  const url = school.settings['DATABASE_URL']
  // The embedded database lives in the process: it cannot go away and leave the office standing.
  if (url === undefined) return expect(school.settings['DATA_DIR']).toBeDefined()
  const { hostname, port } = new URL(url)
  const line = await openLine({ host: hostname, port: Number(port) })
  const through = new URL(url)
  through.port = String(line.port)
  const office = await startServer({ ...school.settings, ...demo, DATABASE_URL: through.href })
  const desk = await signIn(office, 'desk@main.demo')
  line.cut()
  const meanwhile = await Promise.all(
    Array.from({ length: 5 }, (_, place) =>
      desk.post('/admissions/newAdmission', admit(`Away ${place}`), `away ${place}`),
    ),
  )
  expect(meanwhile.map((came) => [came?.status, came?.body['code']])).toEqual(
    meanwhile.map(() => [503, 'not-ready']),
  )
  expect((await fetch(`${office.url}/readyz`)).status).toBe(503)
  expect((await fetch(`${office.url}/healthz`)).status).toBe(200)
  line.repair()
  await vi.waitUntil(async () => (await fetch(`${office.url}/readyz`)).status === 200, { timeout: 60_000 })
  const again = await Promise.all(
    Array.from({ length: 5 }, (_, place) =>
      desk.post('/admissions/newAdmission', admit(`Away ${place}`), `away ${place}`),
    ),
  )
  expect(again.map((came) => came?.status)).toEqual(again.map(() => 200))
  await office.close()
  line.close()
  expect(await verifyBooks(school.settings)).toEqual({ code: 0, faults: '' })
})
