// A crash during an operation that changes many rows: a void of a run, a closing of the books or a drawer, an import.
// Afterwards the operation is complete or absent, and a repeated call under its key takes effect once.

import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays, addMonths, dateAt, firstOfMonth, lastOfMonth, monthOf } from '#domain/calendar.ts'
import { aSchoolFile, importSettings } from '#test/import-files.ts'
import { startServer, verifyBooks, type RunningServer } from '#test/running-server.ts'
import { createEmptySchool, type School } from '#test/school-copies.ts'
import {
  attempt,
  attemptRupee,
  expectReceipts,
  isCut,
  sendLostAgain,
  untilSessionsEnded,
  type Attempt,
} from './attempts.ts'
import { signIn, type ClerkClient, type Reply } from './clerk-client.ts'
import { fullOrShort } from './full-or-short.ts'
import { payableVouchers } from './payments.ts'

const campus = 'Main%20Campus'
const crashes = Number(process.env['STRESS_ROUNDS'] ?? fullOrShort(10, 2))
const today = dateAt(new Date())
const nextMonth = firstOfMonth(addMonths(monthOf(today), 1))

let school: School
let server: RunningServer
let head: ClerkClient
let desk: ClerkClient
let admin: ClerkClient

const openServer = () => startServer({ ...school.settings, DEMO: '1', DEMO_STUDENTS: '400' })

beforeAll(async () => {
  school = await createEmptySchool()
  server = await openServer()
  head = await signIn(server, 'office@main.demo')
  desk = await signIn(server, 'desk@main.demo')
  admin = await signIn(server, 'admin@main.demo')
})
afterAll(async () => {
  await server.close()
  await school.remove()
})

/** Returns the body of a reply. Fails if its status is not 200. */
async function bodyOf(call: Promise<Reply | null>): Promise<Reply['body']> {
  const reply = await call
  expect(reply?.status, JSON.stringify(reply)).toBe(200)
  return reply?.body ?? {}
}

/** An operation that is ready to be sent, prepared for the present books. */
interface Prepared {
  readonly send: () => Promise<Attempt>
  /** Returns true if the operation was done. Fails if only a part of it was done. */
  readonly isDone: () => Promise<boolean>
}

/** Prepares the void of a new month's run. Many of its vouchers carry a balance, which the void opens again. */
async function prepareVoid(): Promise<Prepared> {
  await bodyOf(head.post(`/finances/generateVoucher/campus/${campus}`, { fromDate: nextMonth }))
  const runs = Object((await bodyOf(head.get(`/finances/voucherRuns/${campus}`)))['runs'])
  const { runNo } = Object(runs[0])
  const preview = () => bodyOf(head.get(`/finances/voidRunPreview/${campus}/${runNo}`))
  const { count, amount } = await preview()
  expect(count).toBeGreaterThan(300)
  const payload = { expectedCount: count, expectedAmount: amount, reason: 'Wrong month' }
  return {
    send: () => attempt(head, `/finances/voidRun/${campus}/${runNo}`, payload),
    async isDone() {
      const now = await preview()
      const { voided, voidedAt } = Object(now['run'])
      const isVoided = voidedAt !== null
      expect([now['count'], now['amount'], voided]).toEqual(isVoided ? [0, 0, count] : [count, amount, 0])
      return isVoided
    },
  }
}

let closedDays = 0

/** Prepares a closing of the books that is one day later than the last closing. */
async function prepareClosing(): Promise<Prepared> {
  closedDays += 1
  const until = addDays(today, closedDays - 60)
  const rules = async () => (await bodyOf(admin.get(`/finances/campusRules/${campus}`)))['closedUntil']
  const closings = async () =>
    Object((await bodyOf(admin.get(`/finances/bookClosings/${campus}`)))['closings'])
  const before = { closings: await closings(), closedUntil: await rules() }
  const { figures } = await bodyOf(admin.get(`/finances/closingPreview/${campus}/${until}`))
  return {
    send: () => attempt(admin, `/finances/closeBooks/${campus}`, { until }),
    async isDone() {
      const now = { closings: await closings(), closedUntil: await rules() }
      const isClosed = now.closings.length > before.closings.length
      if (!isClosed) expect(now).toEqual(before)
      else {
        const [last, ...others] = now.closings
        expect([others, now.closedUntil]).toEqual([before.closings, until])
        expect(last).toMatchObject({ closedUntil: until, figures })
      }
      return isClosed
    },
  }
}

/** Receives some rupees and prepares the closing of their drawer. */
async function prepareDrawer(): Promise<Prepared> {
  const [voucher] = await payableVouchers(desk)
  for (let number = 0; number < 3; number += 1) {
    await bodyOf(attemptRupee(desk, voucher?.voucherNo ?? '').then(({ reply }) => reply))
  }
  const drawer = () => bodyOf(desk.get(`/finances/drawer/${campus}`))
  const before = await drawer()
  const { expected: counted, upToReceipt, upToAdjustment } = before
  return {
    send: () => attempt(desk, `/finances/closeDrawer/${campus}`, { counted, upToReceipt, upToAdjustment }),
    async isDone() {
      const now = await drawer()
      const { closingNo } = Object(now['lastClosing'])
      if (closingNo === Object(before['lastClosing']).closingNo) {
        // Only the campus's last receipt number may have increased.
        const { upToReceipt: _, ...same } = before
        expect(now).toMatchObject(same)
        return false
      }
      const { closing } = await bodyOf(desk.get(`/finances/cashierClosing/${campus}/${closingNo}`))
      expect(closing).toMatchObject({ expected: counted, counted, difference: 0, upToReceipt })
      expect(now).toMatchObject({ afterReceipt: upToReceipt, receipts: 0, expected: 0 })
      return true
    },
  }
}

let files = 0

/** Uploads and checks a file of students with opening balances, and prepares its application. */
async function prepareImport(): Promise<Prepared> {
  const lastRollNo = async () =>
    Number((await bodyOf(admin.get('/admissions/getLastRollNumber')))['lastRollNumber'])
  const before = await lastRollNo()
  const students = 300
  const { headings, rows } = aSchoolFile({ rows: students, seed: (files += 1), firstRollNo: before + 1 })
  const file = { what: 'students', fileName: 'register.csv', headings, rows }
  const { importNo } = await bodyOf(attemptReply(`/imports/start/${campus}`, file))
  const at = (call: string) => `/imports/${call}/${campus}/${String(importNo)}`
  // A day later than any day that the other operations close.
  const asOf = lastOfMonth(addMonths(monthOf(today), -1))
  const checked = await bodyOf(attemptReply(at('check'), { settings: importSettings({ asOf }) }))
  const expected = { new: students, changed: 0, leftOut: 0 }
  expect(checked['counts'], JSON.stringify(checked['problems'])).toMatchObject({ ...expected, refused: 0 })
  return {
    send: () => attempt(admin, at('apply'), { expected }),
    async isDone() {
      const { state } = Object((await bodyOf(admin.get(at('one'))))['import'])
      expect(await lastRollNo()).toBe(state === 'applied' ? before + students : before)
      return state === 'applied'
    },
  }
}

const attemptReply = async (path: string, payload: object): Promise<Reply | null> =>
  (await attempt(admin, path, payload)).reply

/** Receives one rupee at a time until the server is killed. */
async function receiveUntilKilled(voucherNos: readonly string[], made: Attempt[]): Promise<void> {
  for (let turn = 0; ; turn += 1) {
    const received = await attemptRupee(head, voucherNos[turn % voucherNos.length] ?? '')
    made.push(received)
    if (isCut(received)) return
  }
}

/**
 * Kills the server `afterMs` after an operation was sent, or after its reply if null; then restarts it and checks the
 * books. Returns how long the operation took, and whether it was answered and done.
 */
async function crashWithin(prepare: () => Promise<Prepared>, afterMs: number | null) {
  const voucherNos = (await payableVouchers(head)).slice(-20).map(({ voucherNo }) => voucherNo)
  const { send, isDone } = await prepare()
  const received: Attempt[] = []
  const receiving = receiveUntilKilled(voucherNos, received)
  const start = performance.now()
  const sent = send()
  await (afterMs === null ? sent : pause(afterMs))
  const tookMs = performance.now() - start
  await server.kill()
  await untilSessionsEnded(school.settings)
  await receiving
  const operation = await sent

  server = await openServer()
  ;[head, desk, admin] = [head.at(server), desk.at(server), admin.at(server)]
  const wasAnswered = !isCut(operation)
  const wasDone = await isDone()
  if (wasAnswered) expect([operation.reply?.status, wasDone], JSON.stringify(operation)).toEqual([200, true])
  await expectReceipts(head, received)
  await sendLostAgain([head, desk, admin], [operation, ...received])
  expect([operation.reply?.status, await isDone()], JSON.stringify(operation)).toEqual([200, true])
  await expectReceipts(head, received)
  return { tookMs, wasAnswered, wasDone }
}

const operations: readonly (readonly [name: string, prepare: () => Promise<Prepared>])[] = [
  ['the void of a whole run', prepareVoid],
  ['a closing of the books', prepareClosing],
  ['a closing of a drawer', prepareDrawer],
  ['an import of 300 students', prepareImport],
]

it.for(operations)(
  '%s is complete or absent after a crash at any moment',
  { timeout: (crashes + 2) * 120_000 },
  async ([, prepare], { annotate }) => {
    await crashWithin(prepare, null)
    // Measures on a server that has just started, like the servers of the later crashes.
    const { tookMs } = await crashWithin(prepare, null)
    const counts = { answered: 2, done: 0, 'not done': 0 }
    for (let index = 0; index < crashes; index += 1) {
      // Spreads the crashes over twice the measured time, because it varies. No check depends on the moment of a crash.
      const afterMs = (2 * tookMs * (index + Math.random())) / crashes
      const { wasAnswered, wasDone } = await crashWithin(prepare, afterMs)
      counts[wasAnswered ? 'answered' : wasDone ? 'done' : 'not done'] += 1
    }
    await server.close()
    const summary = `of an act of ${tookMs.toFixed(0)} ms, crashes found it ${JSON.stringify(counts)}`
    await annotate(summary)
    expect(await verifyBooks(school.settings), summary).toEqual({ code: 0, faults: '' })
    server = await openServer()
    ;[head, desk, admin] = [head.at(server), desk.at(server), admin.at(server)]
  },
)
