// Clerks work at two servers behind HAProxy while the primary PostgreSQL node is lost, and while servers are replaced.

import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { startServer, verifyBooks, type RunningServer } from '#test/running-server.ts'
import { signIn, type ClerkClient, type Reply } from './clerk-client.ts'
import { fullOrShort } from './full-or-short.ts'
import { openHaCluster, type HaCluster } from './ha-cluster.ts'
import { payableVouchers, receiveRupee, reportedAmount } from './payments.ts'
import { waitUntil } from './report-sources.ts'

const password = 'only-for-tests'
/** The number of payments that each clerk makes before and after an event. */
const payments = fullOrShort(40, 10)
const repeatAfterMs = 200

let cluster: HaCluster
let settings: Readonly<Record<string, string>>
let servers: RunningServer[] = []
let desks: readonly Desk[]

/** A clerk who receives one rupee after the other on one voucher. */
interface Desk {
  readonly clerk: ClerkClient
  readonly voucherNo: string
  readonly before: number
  /** Each acknowledged payment with its key and reply. */
  readonly paid: {
    readonly key: string
    readonly reply: Reply
    readonly startedAt: number
    readonly ended: number
  }[]
  /** The statuses of failed calls, which the clerk's page repeats; null if there was no reply. */
  readonly failures: (number | null)[]
}

const portalAt = (index: 0 | 1) => startServer({ ...settings, PORT: `${cluster.portalPorts[index]}` })

beforeAll(async () => {
  cluster = await openHaCluster()
  await cluster.untilWhole()
  await cluster.query(`create role portal login createrole password '${password}'`)
  await cluster.query('create database portal owner portal')
  const url = cluster.postgresUrl('portal', password, 'portal')
  settings = { DATABASE_URL: url, DEMO: '1', DEMO_STUDENTS: '40', SHUTDOWN_DELAY: '5' }
  servers = [await portalAt(0), await portalAt(1)]
  const balanced = { ...(servers[0] ?? expect.fail('a server')), url: cluster.portalUrl }
  await waitUntil(
    'HAProxy does not use both servers',
    async () => (await cluster.isServed('portal1')) && cluster.isServed('portal2'),
  )
  const clerks = await Promise.all(
    ['desk@main.demo', 'office@main.demo', 'desk@main.demo', 'office@main.demo'].map((userId) =>
      signIn(balanced, userId),
    ),
  )
  const vouchers = await payableVouchers(clerks[0] ?? expect.fail('a clerk'))
  desks = clerks.map((clerk, index) => {
    const { voucherNo, receivedAmount } = vouchers[index] ?? expect.fail('a voucher for each clerk')
    return { clerk, voucherNo, before: receivedAmount, paid: [], failures: [] }
  })
})
afterAll(async () => {
  await Promise.allSettled(servers.map((server) => server.close()))
  await cluster.remove()
})

/** Receives a rupee. Repeats the call under its key until it succeeds, as the page does. */
async function pay({ clerk, voucherNo, paid, failures }: Desk): Promise<void> {
  const key = `${voucherNo} ${paid.length}`
  const startedAt = performance.now()
  for (;;) {
    const reply = await receiveRupee(clerk, voucherNo, key)
    if (reply?.status === 200) {
      paid.push({ key, reply, startedAt, ended: performance.now() })
      return
    }
    expect([null, 502, 503, 504]).toContain(reply?.status ?? null)
    failures.push(reply?.status ?? null)
    await pause(repeatAfterMs)
  }
}

/** Repeats `work` for all clerks until `meanwhile` has finished. */
async function underLoad(work: (desk: Desk) => Promise<void>, meanwhile: () => Promise<void>): Promise<void> {
  const state = { isOver: false }
  const working = desks.map(async (desk) => {
    while (!state.isOver) await work(desk)
  })
  const over = meanwhile().finally(() => (state.isOver = true))
  await Promise.all([...working, over])
}

const untilEachPaid = (count: number) =>
  vi.waitUntil(() => desks.every(({ paid }) => paid.length >= count), { timeout: 110_000 })

/** Checks that each acknowledged payment exists once, and that its key still returns the same reply. */
async function expectAllPaidOnce(): Promise<void> {
  const numbers = desks.flatMap(({ paid }) => paid.map(({ reply }) => reply.body['receiptNo']))
  expect(new Set(numbers).size).toBe(numbers.length)
  for (const { clerk, voucherNo, before, paid } of desks) {
    expect(await reportedAmount(clerk, voucherNo)).toBe(before + paid.length)
    for (const { key, reply } of paid) expect(await receiveRupee(clerk, voucherNo, key)).toEqual(reply)
    expect(await reportedAmount(clerk, voucherNo)).toBe(before + paid.length)
  }
}

it('no payment is lost or doubled when the primary is lost under load, and the counter works again', async () => {
  let lostAt = 0
  let lost = 'none'
  await underLoad(pay, async () => {
    await untilEachPaid(payments)
    const primaries = await Promise.all(cluster.nodes.map((node) => node.isPrimary()))
    const primary = cluster.nodes[primaries.indexOf(true)] ?? expect.fail('a primary')
    lost = primary.name
    lostAt = performance.now()
    await primary.kill()
    const before = Math.max(...desks.map(({ paid }) => paid.length))
    await untilEachPaid(before + payments)
  })
  const firstAfter = desks.map(
    ({ paid }) => paid.find(({ startedAt }) => startedAt > lostAt)?.ended ?? Infinity,
  )
  const seconds = (ended: number) => ((ended - lostAt) / 1000).toFixed(1)
  const count = desks.reduce((sum, { paid }) => sum + paid.length, 0)
  process.stdout.write(
    `${lost} lost: first payment after ${seconds(Math.min(...firstAfter))} s, of every clerk after ` +
      `${seconds(Math.max(...firstAfter))} s; ${count} payments, ${desks.flatMap(({ failures }) => failures).length} sent again\n`,
  )
  await expectAllPaidOnce()
  expect(await verifyBooks({ DATABASE_URL: settings['DATABASE_URL'] ?? '' })).toEqual({ code: 0, faults: '' })
  for (const node of cluster.nodes) if (node.name === lost) node.start()
  await cluster.untilWhole()
})

it('no call fails while both servers are replaced one after the other under load', async () => {
  const calls = { count: 0, failed: [] as string[] }
  const expectOk = (what: string, reply: Reply | null) => {
    calls.count += 1
    if (reply?.status !== 200) calls.failed.push(`${what}: ${JSON.stringify(reply)}`)
  }
  async function work({ clerk, voucherNo, paid }: Desk): Promise<void> {
    const key = `${voucherNo} ${paid.length}`
    const startedAt = performance.now()
    const reply = await receiveRupee(clerk, voucherNo, key)
    expectOk('payment', reply)
    if (reply) paid.push({ key, reply, startedAt, ended: performance.now() })
    expectOk('look-up', await clerk.get('/admissions/getStudentInfo/1001/Main%20Campus'))
    expectOk('report', await clerk.post('/finances/getReceipts/all/Main%20Campus'))
  }
  await underLoad(work, async () => {
    for (const index of [0, 1] as const) {
      await servers[index]?.close()
      servers[index] = await portalAt(index)
      await waitUntil('The server is not used', () => cluster.isServed(index === 0 ? 'portal1' : 'portal2'))
      await untilEachPaid(Math.max(...desks.map(({ paid }) => paid.length)) + 5)
    }
  })
  process.stdout.write(`${calls.count} calls during the replacement, ${calls.failed.length} failed\n`)
  expect(calls.failed).toEqual([])
  await expectAllPaidOnce()
  expect(await verifyBooks({ DATABASE_URL: settings['DATABASE_URL'] ?? '' })).toEqual({ code: 0, faults: '' })
})
