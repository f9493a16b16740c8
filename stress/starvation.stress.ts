// Many reports of one user, unread replies, a locked table and a long statement at shutdown do not delay other users.

import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { startServer, verifyBooks, type RunningServer } from '#test/running-server.ts'
import { createEmptySchool, type School } from '#test/school-copies.ts'
import { signIn, type ClerkClient, type Reply } from './clerk-client.ts'
import { fullOrShort } from './full-or-short.ts'

const students = fullOrShort(1000, 150)
const campus = 'Main%20Campus'
const reportPath = `/finances/getAllVouchers/all/${campus}/all`

let school: School
let server: RunningServer
let desk: ClerkClient
let viewer: ClerkClient

beforeAll(async () => {
  school = await createEmptySchool()
  server = await startServer({ ...school.settings, DEMO: '1', DEMO_STUDENTS: String(students) })
  desk = await signIn(server, 'desk@main.demo')
  viewer = await signIn(server, 'viewer@main.demo')
})
afterAll(async () => {
  await server.close()
  await school.remove()
})

const url = (): string | undefined => school.settings['DATABASE_URL']

/** Runs `work` while another program locks a table, which is only possible on PostgreSQL. */
async function whileLocked(table: 'students' | 'staff', work: () => Promise<void>): Promise<void> {
  const other = new Client({ connectionString: url() })
  await other.connect()
  try {
    await other.query(`begin; lock table ${table} in access exclusive mode`)
    await work()
  } finally {
    await other.end()
  }
}

const lookUp = (turn: number, clerk = desk) =>
  clerk.get(`/admissions/getStudentInfo/${1001 + (turn % 20)}/${campus}`)
/** Receives an advance; the call is refused with 409 if the student has a voucher to pay. */
const receive = (turn: number) =>
  desk.post(`/finances/receiveInAdvance/${campus}/${1001 + (turn % 20)}`, { receivedAmount: 1 })

const isAnswered = (reply: Reply | null): boolean => reply?.status === 200 || reply?.status === 409

/** Works at the counter until `isOver`, at least ten times. */
async function workAtCounter(isOver: () => boolean): Promise<(Reply | null)[]> {
  const replies: (Reply | null)[] = []
  for (let turn = 0; turn < 10 || !isOver(); turn += 1) replies.push(await lookUp(turn), await receive(turn))
  return replies
}

const statusesOf = (replies: readonly (Reply | null)[]) => [
  ...new Set(replies.map((reply) => reply?.status ?? 0)),
]

const residentMegabytes = (): number =>
  Number(/VmRSS:\s*(\d+)/.exec(readFileSync(`/proc/${server.process.pid}/status`, 'latin1'))?.[1]) / 1024

it("one viewer's 50 reports are completed or refused with a message, while the counter works", async () => {
  const state = { isOver: false }
  const reports = Promise.all(Array.from({ length: 50 }, () => viewer.post(reportPath))).finally(
    () => (state.isOver = true),
  )
  const counter = await workAtCounter(() => state.isOver)
  const replies = await reports
  expect(counter.filter((reply) => !isAnswered(reply))).toEqual([])
  expect(new Set(statusesOf(replies))).toEqual(new Set([200, 429]))
  const refused = replies.filter((reply) => reply?.status === 429)
  // One report runs and ten wait; more may complete as slots become free.
  expect(replies.length - refused.length).toBeGreaterThanOrEqual(11)
  expect(new Set(refused.map((reply) => reply?.body['msg']))).toEqual(
    new Set(['Another report of yours is still being prepared. Try again when it is done.']),
  )
  const lengths = replies.flatMap((reply) =>
    reply?.status === 200 ? [Object(reply.body).vouchers.length] : [],
  )
  expect(new Set(lengths).size).toBe(1)
  expect((await viewer.post(reportPath))?.status).toBe(200)
})

/** Opens a client that requests the report and reads nothing of the reply. */
async function requestWithoutReading(): Promise<Socket> {
  const { hostname, port } = new URL(server.url)
  const socket = connect({ host: hostname, port: Number(port) }).pause()
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(
    `POST ${reportPath} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nCookie: ${viewer.cookie}\r\n` +
      'Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}',
  )
  return socket
}

/** Counts the open transactions of clients only, because the server may vacuum at the same time. */
async function openTransactions(): Promise<number> {
  if (url() === undefined) return 0
  const other = new Client({ connectionString: url() })
  await other.connect()
  const { rows } = await other.query(
    `select from pg_stat_activity where datname = current_database() and xact_start is not null
      and backend_type = 'client backend' and pid <> pg_backend_pid()`,
  )
  await other.end()
  return rows.length
}

it('300 clients that read nothing hold neither transactions nor memory, and delay no other user', async () => {
  for (let turn = 0; turn < 5; turn += 1) await viewer.post(reportPath)
  const before = residentMegabytes()
  const sockets: Socket[] = []
  for (let n = 0; n < 300; n += 1) sockets.push(await requestWithoutReading())
  expect((await workAtCounter(() => true)).filter((reply) => !isAnswered(reply))).toEqual([])
  await vi.waitUntil(async () => (await openTransactions()) === 0, { timeout: 60_000 })
  const admin = await signIn(server, 'admin@main.demo')
  expect((await admin.post(reportPath))?.status).toBe(200)
  expect(residentMegabytes()).toBeLessThan(2 * before + 100)
  for (const socket of sockets) socket.destroy()
  // A slot is free as soon as its client has disconnected.
  await vi.waitUntil(async () => (await viewer.post(reportPath))?.status === 200, { timeout: 60_000 })
  expect(residentMegabytes()).toBeLessThan(2 * before + 100)
})

it('a locked table delays only the calls that need it, and they are refused with a message', async () => {
  // No other program can lock a table of the embedded database.
  if (url() === undefined) return expect(school.settings['DATA_DIR']).toBeDefined()
  await whileLocked('students', async () => {
    const office = await signIn(server, 'office@main.demo')
    const waiting = Promise.all(
      Array.from({ length: 4 }, (_, turn) => [lookUp(turn), lookUp(turn, office)]).flat(),
    )
    const state = { isOver: false }
    void waiting.finally(() => (state.isOver = true))
    const others: number[] = []
    do {
      const deskAgain = await signIn(server, 'desk@main.demo')
      const rules = await deskAgain.get(`/finances/campusRules/${campus}`)
      others.push(rules?.status ?? 0, (await fetch(`${server.url}/readyz`)).status)
    } while (!state.isOver && others.length < 20)
    expect([...new Set(others)]).toEqual([200])
    for (const reply of await waiting) {
      expect(reply).toMatchObject({ status: 503, body: { code: 'locked' } })
    }
  })
  expect((await lookUp(1))?.status).toBe(200)
})

it('a sign-in that needs a locked table is refused with a message before its statement times out', async () => {
  if (url() === undefined) return expect(school.settings['DATA_DIR']).toBeDefined()
  await whileLocked('staff', async () => {
    const body = JSON.stringify({ userId: 'desk@main.demo', password: 'school-demo' })
    const headers = { 'content-type': 'application/json' }
    const reply = await fetch(`${server.url}/users/signin`, { method: 'POST', headers, body })
    expect({ status: reply.status, body: await reply.json() }).toMatchObject({
      status: 503,
      body: { code: 'locked' },
    })
  })
})

it('the statement of a disconnected caller is cancelled and its transaction is rolled back', async () => {
  if (url() === undefined) return expect(school.settings['DATA_DIR']).toBeDefined()
  const office = await signIn(server, 'office@main.demo')
  await whileLocked('students', async () => {
    const leaving = new AbortController()
    const generating = fetch(`${server.url}/finances/generateVoucher/campus/${campus}`, {
      method: 'POST',
      headers: { cookie: office.cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ fromDate: '2027-03-01' }),
      signal: leaving.signal,
    }).catch(() => null)
    await vi.waitUntil(async () => (await openTransactions()) > 1, { timeout: 60_000 })
    leaving.abort()
    expect(await generating).toBeNull()
    // Only the program that holds the lock is left, long before the statement's own time-out.
    await vi.waitUntil(async () => (await openTransactions()) === 1, { timeout: 30_000 })
  })
})

it('the server stops cleanly while a statement waits, a client reads nothing and another has sent half a request', async () => {
  const { hostname, port } = new URL(server.url)
  const idle = await requestWithoutReading()
  const halfSent = connect({ host: hostname, port: Number(port) })
  halfSent.on('error', () => {})
  await once(halfSent, 'connect')
  halfSent.write(`POST ${reportPath} HTTP/1.1\r\nHost: ${hostname}\r\nContent-Length: 20\r\n\r\n{`)
  const keptAlive = connect({ host: hostname, port: Number(port) })
  keptAlive.on('error', () => {})
  await once(keptAlive, 'connect')
  const exited = once(server.process, 'exit')
  const end = async () => {
    server.process.kill('SIGTERM')
    expect(await exited).toEqual([0, null])
  }
  if (url() === undefined) await end()
  else {
    const office = await signIn(server, 'office@main.demo')
    await whileLocked('students', async () => {
      // A change of many records waits for a lock until its statement times out, after a minute.
      const generating = office.post(`/finances/generateVoucher/campus/${campus}`, { fromDate: '2027-03-01' })
      await vi.waitUntil(async () => (await openTransactions()) > 1, { timeout: 60_000 })
      await end()
      expect([503, 0]).toContain((await generating)?.status ?? 0)
      expect(await openTransactions()).toBe(1)
    })
  }
  for (const socket of [idle, halfSent, keptAlive]) socket.destroy()
  expect(await verifyBooks(school.settings)).toEqual({ code: 0, faults: '' })
})
