// Two servers on one database: they share sessions and keys, and when one is lost the other continues its work.

import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { startServer, verifyBooks, type RunningServer } from '#test/running-server.ts'
import { createEmptySchool, type School } from '#test/school-copies.ts'
import { signIn, type ClerkClient, type Reply } from './clerk-client.ts'
import { payableVouchers, receiveRupee, reportedAmount } from './payments.ts'

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

const session = async (clerk: ClerkClient) => (await clerk.get('/users/session'))?.status

it('a session is valid at both servers, and signing out at one ends it at both', async () => {
  const clerk = await signIn(one, 'viewer@main.demo')
  expect([await session(clerk), await session(clerk.at(other))]).toEqual([200, 200])
  expect((await clerk.at(other).post('/users/signout'))?.status).toBe(200)
  expect([await session(clerk), await session(clerk.at(other))]).toEqual([401, 401])
})

it('password guesses are counted across both servers', async () => {
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

it('a browser that is known to one server is known to the other', async () => {
  const send = async ({ url }: RunningServer, password: string, cookie = '') =>
    fetch(`${url}/users/signin`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify({ userId: 'desk@city.demo', password }),
    })
  const cookies = (await send(one, 'school-demo')).headers.getSetCookie().map((each) => each.split(';')[0])
  const device = cookies.find((each) => each?.startsWith('device='))
  expect(device).toBeDefined()
  // Guesses until the wait is longer than the next calls take.
  const waitSeconds = async () => Number((await send(one, 'a guess')).headers.get('retry-after'))
  await vi.waitUntil(async () => (await waitSeconds()) >= 8, { timeout: 60_000 })
  expect((await send(other, 'school-demo')).status).toBe(429)
  expect((await send(other, 'school-demo', device)).status).toBe(200)
})

it('a call sent to both servers at once under one key is performed once, and both return the same reply', async () => {
  const clerk = await signIn(one, 'desk@main.demo')
  const [voucher] = await payableVouchers(clerk)
  expect(voucher).toBeDefined()
  const { voucherNo = '', receivedAmount = 0 } = voucher ?? {}
  for (let round = 1; round <= 15; round += 1) {
    const [here, there] = await Promise.all(
      [clerk, clerk.at(other)].map((each) => receiveRupee(each, voucherNo, `both ${round}`)),
    )
    expect(here).toMatchObject({ status: 200, body: { receiptNo: expect.any(Number) } })
    expect(there).toEqual(here)
    expect(await reportedAmount(clerk, voucherNo)).toBe(receivedAmount + round)
  }
})

/** The payments of a clerk on one voucher, with the replies in order; the last is null if the server was lost. */
interface PaymentSeries {
  readonly clerk: ClerkClient
  readonly voucherNo: string
  readonly before: number
  readonly keys: string[]
  readonly answers: (Reply | null)[]
}

async function receiveUntilLost(payments: PaymentSeries): Promise<void> {
  const { clerk, voucherNo, keys, answers } = payments
  while (answers.at(-1) !== null) {
    keys.push(`${voucherNo} ${keys.length}`)
    answers.push(await receiveRupee(clerk, voucherNo, keys.at(-1) ?? ''))
  }
}

it('a server lost during payments loses and repeats none, and the other server returns their replies', async () => {
  const clerks = await Promise.all(
    ['desk@main.demo', 'office@main.demo', 'desk@main.demo', 'office@main.demo'].map((userId) =>
      signIn(one, userId),
    ),
  )
  const vouchers = (await payableVouchers(await signIn(one, 'viewer@main.demo'))).slice(-clerks.length)
  const all = vouchers.map<PaymentSeries>(({ voucherNo, receivedAmount }, index) => ({
    clerk: clerks[index] ?? expect.fail('a voucher for each clerk'),
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
    expect(answers.slice(0, -1).every((reply) => reply?.status === 200)).toBe(true)
    expect(answers.length).toBeGreaterThan(5)
    const otherClerk = clerk.at(other)
    // Repeats every call at the other server: each gets its first reply, and none is performed twice.
    for (const [index, key] of keys.entries()) {
      const reply = await receiveRupee(otherClerk, voucherNo, key)
      expect(reply?.status).toBe(200)
      if (answers[index] !== null) expect(reply).toEqual(answers[index])
    }
    expect(await reportedAmount(otherClerk, voucherNo)).toBe(before + keys.length)
  }
  one = await startServer(school.settings)
  expect(await verifyBooks(school.settings)).toEqual({ code: 0, faults: '' })
})
