// Two servers on one database: what one knows the other knows, and where one is lost the other goes on with its work.

import { startServer, type RunningServer, verifyBooks } from '#test/running-server.ts'
import { createEmptySchool, type School } from '#test/school-copies.ts'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { signIn, type Came, type OfficeClient } from './clerk-client.ts'
import { payableVouchers, receiveRupee, reportedOn } from './payments.ts'

let school: School
let one: RunningServer
let other: RunningServer

beforeAll(async () => {
  school = await createEmptySchool()
  one = await startServer({ ...school.settings, DEMO: '1', DEMO_STUDENTS: '40' })
  other = await startServer(school.settings)
})
afterAll(async () => {
  await Promise.all([one.close(), other.close()])
  await school.remove()
})

const session = async (clerk: OfficeClient) => (await clerk.get('/users/session'))?.status

it('a session of one server is known by the other, and ended at one it is ended at both', async () => {
  const clerk = await signIn(one, 'viewer@main.demo')
  expect([await session(clerk), await session(clerk.at(other))]).toEqual([200, 200])
  expect((await clerk.at(other).post('/users/signout'))?.status).toBe(200)
  expect([await session(clerk), await session(clerk.at(other))]).toEqual([401, 401])
})

it('tries to guess a password are counted over both servers', async () => {
  const guess = async ({ url }: RunningServer) => {
    const { status } = await fetch(`${url}/users/signin`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ userId: 'viewer@city.demo', password: 'a guess' }),
    })
    return status
  }
  const statuses = await Promise.all([one, other, one, other, one, other, one, other].map(guess))
  expect(statuses.filter((status) => status === 401)).toHaveLength(5)
  expect(statuses.filter((status) => status === 429)).toHaveLength(3)
})

it('a call sent to both servers at once under one key is done once, and both give the one answer', async () => {
  const clerk = await signIn(one, 'desk@main.demo')
  const [voucher] = await payableVouchers(clerk)
  expect(voucher).toBeDefined()
  const { voucherNo = '', receivedAmount = 0 } = voucher ?? {}
  for (let round = 1; round <= 15; round += 1) {
    const [here, there] = await Promise.all(
      [clerk, clerk.at(other)].map((at) => receiveRupee(at, voucherNo, `both ${round}`)),
    )
    expect(here).toMatchObject({ status: 200, body: { receiptNo: expect.any(Number) } })
    expect(there).toEqual(here)
    expect(await reportedOn(clerk, voucherNo)).toBe(receivedAmount + round)
  }
})

/** What a clerk received on one voucher: each answer, in order; the last one is missing where its server was lost. */
interface Received {
  readonly clerk: OfficeClient
  readonly voucherNo: string
  readonly before: number
  readonly keys: string[]
  readonly answers: (Came | null)[]
}

async function receiveUntilLost(received: Received): Promise<void> {
  const { clerk, voucherNo, keys, answers } = received
  while (answers.at(-1) !== null) {
    keys.push(`${voucherNo} ${keys.length}`)
    answers.push(await receiveRupee(clerk, voucherNo, keys.at(-1) ?? ''))
  }
}

it('a server that is lost under payments loses none and doubles none: the other one answers for it', async () => {
  const clerks = await Promise.all(
    ['desk@main.demo', 'office@main.demo', 'desk@main.demo', 'office@main.demo'].map((userId) =>
      signIn(one, userId),
    ),
  )
  const vouchers = (await payableVouchers(await signIn(one, 'viewer@main.demo'))).slice(-clerks.length)
  const all = vouchers.map<Received>(({ voucherNo, receivedAmount }, place) => ({
    clerk: clerks[place] ?? expect.fail('a voucher for each clerk'),
    voucherNo,
    before: receivedAmount,
    keys: [],
    answers: [],
  }))
  expect(all).toHaveLength(clerks.length)
  const receiving = all.map(receiveUntilLost)
  await vi.waitUntil(() => all.every(({ answers }) => answers.length > 20), { timeout: 60_000 })
  await one.kill()
  await Promise.all(receiving)
  for (const { clerk, voucherNo, before, keys, answers } of all) {
    expect(answers.slice(0, -1).every((came) => came?.status === 200)).toBe(true)
    expect(answers.length).toBeGreaterThan(5)
    const there = clerk.at(other)
    // What was acknowledged and what was cut off, all once more: each gets its first answer, none is done twice.
    for (const [place, key] of keys.entries()) {
      const came = await receiveRupee(there, voucherNo, key)
      expect(came?.status).toBe(200)
      if (answers[place] !== null) expect(came).toEqual(answers[place])
    }
    expect(await reportedOn(there, voucherNo)).toBe(before + keys.length)
  }
  one = await startServer(school.settings)
  expect(await verifyBooks(school.settings)).toEqual({ code: 0, faults: '' })
})
