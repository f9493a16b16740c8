// Acknowledged changes survive a crash, and a repeated call takes effect once (decisions 2.idempotency.repeat).

import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { addMonths, dateAt, firstOfMonth, monthOf } from '#domain/calendar.ts'
import { anAdmission } from '#test/builders.ts'
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
import { signIn, type ClerkClient } from './clerk-client.ts'
import { fullOrShort } from './full-or-short.ts'

const rounds = Number(process.env['STRESS_ROUNDS'] ?? fullOrShort(4, 2))
const students = 60
const campus = 'Main%20Campus'

let school: School
let childCount = 0

beforeAll(async () => {
  school = await createEmptySchool()
})
afterAll(() => school.remove())

const openServer = () => startServer({ ...school.settings, DEMO: '1', DEMO_STUDENTS: String(students) })

async function admitChildren(clerk: ClerkClient, made: Attempt[]): Promise<void> {
  for (;;) {
    const studentData = {
      studentName: `Crash child ${(childCount += 1)}`,
      studentClass: 'Hifz',
      section: 'Hifz',
    }
    const admitted = await attempt(clerk, '/admissions/newAdmission', anAdmission({ studentData }))
    made.push(admitted)
    if (isCut(admitted)) return
  }
}

/** Receives payments of one rupee from the students in turn. */
async function receiveRupees(clerk: ClerkClient, rollNos: readonly number[], made: Attempt[]): Promise<void> {
  for (let turn = 0; ; turn += 1) {
    const reply = await clerk.get(`/finances/individualVoucher/${campus}/${rollNos[turn % rollNos.length]}`)
    if (!reply) return
    const { voucherNo } = Object(reply.body['voucher'])
    const received = await attemptRupee(clerk, String(voucherNo))
    made.push(received)
    if (isCut(received)) return
  }
}

async function generateAndPost(clerk: ClerkClient, fromDate: string, made: Attempt[]): Promise<void> {
  const generated = await attempt(clerk, `/finances/generateVoucher/campus/${campus}`, { fromDate })
  made.push(generated)
  if (isCut(generated)) return
  made.push(await attempt(clerk, `/finances/postVouchers/${campus}/${Number(fromDate.slice(5, 7))}`, {}))
}

const namesOf = async (clerk: ClerkClient): Promise<string[]> => {
  const reply = await clerk.get(`/admissions/getStudentList/Hifz/Hifz/${campus}`)
  const { data } = Object(reply?.body)
  return (Array.isArray(data) ? data : []).map((student) => String(Object(student).studentName))
}

const monthCount = async (clerk: ClerkClient, month: number): Promise<number> => {
  const lists = await Promise.all(
    ['Posted', 'Unposted'].map((state) => clerk.get(`/finances/get${state}Vouchers/${campus}/${month}`)),
  )
  return lists.flatMap((reply) => Object(reply?.body).vouchers ?? []).length
}

/** Checks that every acknowledged change is present exactly once. */
async function expectUnchanged(clerk: ClerkClient, made: readonly Attempt[]): Promise<void> {
  await expectReceipts(clerk, made)
  const names = await namesOf(clerk)
  for (const { path, payload, reply } of made) {
    if (reply?.status !== 200) continue
    if (path.endsWith('newAdmission')) {
      const { studentName } = Object(Object(payload).studentData)
      expect(names.filter((name) => name === studentName)).toHaveLength(1)
    }
    if (path.includes('generateVoucher')) {
      const month = Number(String(Object(payload).fromDate).slice(5, 7))
      expect(await monthCount(clerk, month)).toBeGreaterThanOrEqual(Number(reply.body['generated']))
    }
  }
}

/** Checks that an interrupted run wrote its whole month or nothing: only newly admitted students may lack a voucher. */
async function expectWholeMonth(clerk: ClerkClient, fromDate: string, before: number, admitted: number) {
  if ((await monthCount(clerk, Number(fromDate.slice(5, 7)))) === before) return
  const left = await clerk.get(`/finances/campusVoucherPreview/${campus}/${fromDate}`)
  expect(Number(left?.body['students'])).toBeLessThanOrEqual(admitted)
}

const signInBoth = (server: RunningServer) =>
  Promise.all([signIn(server, 'desk@main.demo'), signIn(server, 'office@main.demo')])

const untilAnswered = (made: readonly Attempt[], count: number): Promise<boolean> =>
  vi.waitUntil(() => made.length >= count, { timeout: 60_000, interval: 1 })

/** Kills a server during random calls of two clerks, restarts and checks it. Returns the number of lost replies. */
async function crashOnce(fromDate: string, all: Attempt[]): Promise<number> {
  const server = await openServer()
  const [desk, head] = await signInBoth(server)
  const made: Attempt[] = []
  const rollNos = Array.from({ length: students }, (_, index) => 1001 + index)
  const before = await monthCount(head, Number(fromDate.slice(5, 7)))
  const work = [
    admitChildren(desk, made),
    receiveRupees(head, rollNos, made),
    receiveRupees(desk, rollNos.toReversed(), made),
    untilAnswered(made, randomInt(10)).then(() => generateAndPost(head, fromDate, made)),
  ]
  await untilAnswered(made, randomInt(10, 60)).catch((cause: unknown) => {
    throw new Error(`The calls stopped after ${JSON.stringify(made.slice(-3))}:\n${server.output()}`, {
      cause,
    })
  })
  await server.kill()
  await untilSessionsEnded(school.settings)
  await Promise.all(work)
  all.push(...made)

  const interrupted = made.filter(isCut).length
  const restarted = await openServer()
  const clerks = await signInBoth(restarted)
  await expectUnchanged(clerks[1], all)
  const admissions = made.filter(({ path }) => path.endsWith('newAdmission'))
  await expectWholeMonth(clerks[1], fromDate, before, admissions.length)
  await sendLostAgain(clerks, made)
  await expectUnchanged(clerks[1], all)
  await restarted.close()
  return interrupted
}

it(
  `the server loses no acknowledged change and leaves none incomplete over ${rounds} crashes`,
  async ({ annotate }) => {
    const thisMonth = monthOf(dateAt(new Date()))
    const all: Attempt[] = []
    let interrupted = 0
    for (let round = 0; round < rounds; round += 1) {
      interrupted += await crashOnce(firstOfMonth(addMonths(thisMonth, (round % 6) + 1)), all)
    }
    const done = all.filter(({ reply }) => reply?.status === 200).length
    await annotate(`${all.length} changing calls, ${done} succeeded, ${interrupted} interrupted by a crash`)
    expect(done).toBeGreaterThan(rounds * 5)
    expect(await verifyBooks(school.settings)).toEqual({ code: 0, faults: '' })
  },
  rounds * 120_000,
)
