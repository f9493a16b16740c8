// What was acknowledged stands after a crash, and what was not is done once when it is sent again (decisions 2.idempotency.repeat).

import { addMonths, dateAt, firstOfMonth, monthOf } from '#domain/calendar.ts'
import { anAdmission } from '#test/builders.ts'
import { startServer, type RunningServer, verifyBooks } from '#test/running-server.ts'
import { createEmptySchool, type School } from '#test/school-copies.ts'
import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { fullOrShort } from './full-or-short.ts'
import { signIn, type Came, type OfficeClient } from './clerk-client.ts'

const rounds = Number(process.env['STRESS_ROUNDS'] ?? fullOrShort(4, 2))
const students = 60
const campus = 'Main%20Campus'

/** One changing call of a clerk, with what came of it; null where the crash came before the answer. */
interface Attempt {
  readonly path: string
  readonly payload: object
  readonly key: string
  /** Whose key it is. */
  readonly by: string
  came: Came | null
}

let school: School
let keys = 0

beforeAll(async () => {
  school = await createEmptySchool()
})
afterAll(() => school.remove())

const openOffice = () => startServer({ ...school.settings, DEMO: '1', DEMO_STUDENTS: String(students) })

const attempt = async (clerk: OfficeClient, path: string, payload: object): Promise<Attempt> => {
  const key = `crash ${(keys += 1)}`
  return { path, payload, key, by: clerk.userId, came: await clerk.post(path, payload, key) }
}

/** Whether the server has gone: then the clerk stops. */
const isCut = ({ came }: Attempt): boolean => came === null

async function admitChildren(clerk: OfficeClient, made: Attempt[]): Promise<void> {
  for (;;) {
    const studentData = { studentName: `Crash child ${keys}`, studentClass: 'Hifz', section: 'Hifz' }
    const admitted = await attempt(clerk, '/admissions/newAdmission', anAdmission({ studentData }))
    made.push(admitted)
    if (isCut(admitted)) return
  }
}

/** Receives one rupee after the other from one student after the other. */
async function receiveRupees(
  clerk: OfficeClient,
  rollNos: readonly number[],
  made: Attempt[],
): Promise<void> {
  for (let turn = 0; ; turn += 1) {
    const found = await clerk.get(`/finances/individualVoucher/${campus}/${rollNos[turn % rollNos.length]}`)
    if (!found) return
    const { voucherNo } = Object(found.body['voucher'])
    const path = `/finances/markIndividualVoucherAsPaid/${campus}/${encodeURIComponent(String(voucherNo))}`
    const received = await attempt(clerk, path, { receivedAmount: 1 })
    made.push(received)
    if (isCut(received)) return
  }
}

async function generateAndPost(clerk: OfficeClient, fromDate: string, made: Attempt[]): Promise<void> {
  const generated = await attempt(clerk, `/finances/generateVoucher/campus/${campus}`, { fromDate })
  made.push(generated)
  if (isCut(generated)) return
  made.push(await attempt(clerk, `/finances/postVouchers/${campus}/${Number(fromDate.slice(5, 7))}`, {}))
}

const namesOf = async (clerk: OfficeClient): Promise<string[]> => {
  const came = await clerk.get(`/admissions/getStudentList/Hifz/Hifz/${campus}`)
  const { data } = Object(came?.body)
  return (Array.isArray(data) ? data : []).map((student) => String(Object(student).studentName))
}

const monthCount = async (clerk: OfficeClient, month: number): Promise<number> => {
  const lists = await Promise.all(
    ['Posted', 'Unposted'].map((state) => clerk.get(`/finances/get${state}Vouchers/${campus}/${month}`)),
  )
  return lists.flatMap((came) => Object(came?.body).vouchers ?? []).length
}

/** Everything that was acknowledged is there, once; whole months or none. */
async function expectUnchanged(clerk: OfficeClient, made: readonly Attempt[]): Promise<void> {
  const names = await namesOf(clerk)
  for (const { path, payload, came } of made) {
    if (came?.status !== 200) continue
    if (path.endsWith('newAdmission')) {
      const { studentName } = Object(Object(payload).studentData)
      expect(names.filter((name) => name === studentName)).toHaveLength(1)
    }
    if (path.includes('markIndividual')) {
      const slip = await clerk.get(`/finances/receipt/${campus}/${String(came.body['receiptNo'])}`)
      expect(slip).toMatchObject({ status: 200, body: { receipt: { kind: 'receipt', amount: 1 } } })
      expect(path).toContain(encodeURIComponent(String(Object(slip?.body['receipt']).voucherNo)))
    }
    if (path.includes('generateVoucher')) {
      const month = Number(String(Object(payload).fromDate).slice(5, 7))
      expect(await monthCount(clerk, month)).toBeGreaterThanOrEqual(Number(came.body['generated']))
    }
  }
}

/** A run that was cut off wrote its whole month or nothing: only children admitted beside it may be without a voucher. */
async function expectWholeMonth(clerk: OfficeClient, fromDate: string, before: number, admitted: number) {
  if ((await monthCount(clerk, Number(fromDate.slice(5, 7)))) === before) return
  const left = await clerk.get(`/finances/campusVoucherPreview/${campus}/${fromDate}`)
  expect(Number(left?.body['students'])).toBeLessThanOrEqual(admitted)
}

/** The page sends what it has no answer to once more, under the same key: it was done once, or is done now. */
async function sendLostAgain(clerks: readonly OfficeClient[], made: readonly Attempt[]): Promise<void> {
  for (const lost of made.filter(isCut)) {
    const clerk = clerks.find(({ userId }) => userId === lost.by)
    lost.came = (await clerk?.post(lost.path, lost.payload, lost.key)) ?? null
    expect([200, 409]).toContain(lost.came?.status)
    const repeated = await clerk?.post(lost.path, lost.payload, lost.key)
    if (lost.came?.status === 200) expect(repeated).toEqual(lost.came)
  }
}

const signBothIn = (office: RunningServer) =>
  Promise.all([signIn(office, 'desk@main.demo'), signIn(office, 'office@main.demo')])

/** Waits until so many calls have been answered. */
const untilAnswered = (made: readonly Attempt[], count: number): Promise<boolean> =>
  vi.waitUntil(() => made.length >= count, { timeout: 60_000, interval: 1 })

/** Work of four hands, cut off after a random number of calls; then a start on the same data. */
async function crashOnce(fromDate: string, all: Attempt[]): Promise<number> {
  const office = await openOffice()
  const [desk, head] = await signBothIn(office)
  const made: Attempt[] = []
  const rollNos = Array.from({ length: students }, (_, place) => 1001 + place)
  const before = await monthCount(head, Number(fromDate.slice(5, 7)))
  const work = [
    admitChildren(desk, made),
    receiveRupees(head, rollNos, made),
    receiveRupees(desk, rollNos.toReversed(), made),
    untilAnswered(made, randomInt(10)).then(() => generateAndPost(head, fromDate, made)),
  ]
  await untilAnswered(made, randomInt(10, 60))
  await office.kill()
  await Promise.all(work)
  all.push(...made)

  const cut = made.filter(isCut).length
  const again = await openOffice()
  const clerks = await signBothIn(again)
  await expectUnchanged(clerks[1], all)
  const admissions = made.filter(({ path }) => path.endsWith('newAdmission'))
  await expectWholeMonth(clerks[1], fromDate, before, admissions.length)
  await sendLostAgain(clerks, made)
  await expectUnchanged(clerks[1], all)
  await again.close()
  return cut
}

it(
  `nothing acknowledged is lost and nothing is half done over ${rounds} crashes`,
  async ({ annotate }) => {
    const thisMonth = monthOf(dateAt(new Date()))
    const all: Attempt[] = []
    let cut = 0
    for (let round = 0; round < rounds; round += 1) {
      cut += await crashOnce(firstOfMonth(addMonths(thisMonth, (round % 6) + 1)), all)
    }
    const done = all.filter(({ came }) => came?.status === 200).length
    await annotate(`${all.length} changing calls, ${done} of them done, ${cut} cut off by a crash`)
    expect(done).toBeGreaterThan(rounds * 5)
    expect(await verifyBooks(school.settings)).toEqual({ code: 0, faults: '' })
  },
  rounds * 120_000,
)
