// Two servers, a primary and a hot standby: reports come from the standby and contain every earlier payment; they come
// from the primary as soon as the standby is slow, silent, gone or promoted.

import { Client } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startServer, verifyBooks, type RunningServer } from '#test/running-server.ts'
import { signIn, type ClerkClient } from './clerk-client.ts'
import { fullOrShort } from './full-or-short.ts'
import { payableVouchers, receiveRupee, reportedAmount } from './payments.ts'
import { openPostgresPair, type PostgresPair, type PostgresServer } from './postgres-pair.ts'
import { openProxy, type Proxy } from './proxy.ts'
import { countReports, readMetrics, untilMoreReports, untilStandbyUsed, waitUntil } from './report-sources.ts'

let pair: PostgresPair
let proxy: Proxy
let servers: readonly [RunningServer, RunningServer]
let clerk: ClerkClient
let vouchers: readonly string[]
let keys = 0

const settings = () => {
  const replica = new URL(pair.standby.url)
  replica.port = String(proxy.port)
  return { DATABASE_URL: pair.primary.url, DATABASE_REPLICA_URL: replica.href }
}

beforeAll(async () => {
  pair = await openPostgresPair()
  proxy = await openProxy({ host: '127.0.0.1', port: Number(new URL(pair.standby.url).port) })
  const first = await startServer({ ...settings(), DEMO: '1', DEMO_STUDENTS: '40' })
  servers = [first, await startServer(settings())]
  clerk = await signIn(first, 'desk@main.demo')
  vouchers = (await payableVouchers(clerk)).map(({ voucherNo }) => voucherNo)
})
afterAll(async () => {
  await Promise.all(servers.map((server) => server.close()))
  proxy.close()
  await pair.remove()
})

/** The two servers in turn. */
const serverOf = (turn: number) => servers[turn % 2 === 0 ? 0 : 1]

/** Receives a rupee at one server and reads the fee record at the other. Returns how many reads broke off half-way. */
async function payAndRead(voucherNo: string, expected: number, turn: number): Promise<number> {
  const paid = await receiveRupee(clerk.at(serverOf(turn)), voucherNo, `standby ${(keys += 1)}`)
  expect(paid?.status).toBe(200)
  for (let broken = 0; ; broken += 1) {
    const reported = await reportedAmount(clerk.at(serverOf(turn + 1)), voucherNo)
    if (reported !== null || broken === 3) {
      expect(reported).toBe(expected)
      return broken
    }
  }
}

/** Four clerks receive payments and read reports until `meanwhile` has finished; every figure must be correct. */
async function underLoad(meanwhile: () => Promise<void>): Promise<void> {
  const state = { over: false, broken: 0 }
  const paying = vouchers.slice(0, 4)
  // Read before anything happens to the standby: a report that breaks off has no amount to count from.
  const starts = await Promise.all(paying.map((voucherNo) => reportedAmount(clerk, voucherNo)))
  expect(starts).not.toContain(null)
  const work = async (voucherNo: string, first: number) => {
    let expected = Number(starts[first])
    for (let turn = first; !state.over; turn += 1) {
      expected += 1
      state.broken += await payAndRead(voucherNo, expected, turn)
    }
  }
  const working = paying.map(work)
  const over = meanwhile().finally(() => (state.over = true))
  await Promise.all([...working, over])
  // A report whose rows were being sent when the standby failed breaks off; the page requests it again.
  expect(state.broken).toBeLessThanOrEqual(working.length)
}

it('a report right after a payment contains it, whichever server received it, and comes from the standby', async () => {
  await untilStandbyUsed(servers, true)
  const [voucherNo = ''] = vouchers
  const [start, before] = [await reportedAmount(clerk, voucherNo), await countReports(servers)]
  const rounds = fullOrShort(40, 20)
  for (let turn = 1; turn <= rounds; turn += 1) {
    expect(await payAndRead(voucherNo, Number(start) + turn, turn)).toBe(0)
  }
  const after = await countReports(servers)
  expect(after.standby + after.primary).toBe(before.standby + before.primary + rounds)
  expect(after.standby - before.standby).toBeGreaterThan(rounds / 2)
})

it('lists and files come from the standby and follow session and campus', async () => {
  await untilStandbyUsed(servers, true)
  const before = await countReports(servers)
  const paths = [
    '/finances/getReceipts/all',
    '/admissions/getAdmissionReport/all',
    '/finances/exportVouchers/fee-record/csv/all/Main%20Campus/all',
    '/finances/exportReceipts/xlsx/all',
    '/admissions/exportStudentList/csv/all/all',
    '/admissions/exportAdmissionReport/csv/all',
  ].map((path) => (path.includes('Main') ? path : `${path}/Main%20Campus`))
  const replies = await Promise.all(paths.map((path) => clerk.post(path)))
  expect(replies.map((one) => one?.status)).toEqual(paths.map(() => 200))
  expect((await clerk.get('/admissions/getStudentList/all/all/Main%20Campus'))?.status).toBe(200)
  const after = await countReports(servers)
  expect(after).toEqual({ standby: before.standby + paths.length + 1, primary: before.primary })

  const other = await signIn(servers[1], 'viewer@city.demo')
  expect((await other.post('/finances/getReceipts/all/Main%20Campus'))?.status).toBe(403)
  const theirs = Object((await other.post('/finances/getAllVouchers/all/City%20Campus/all'))?.body)
  expect(theirs.vouchers.length).toBeGreaterThan(0)
  expect(theirs.vouchers.every((voucher: { campus: string }) => voucher.campus === 'City Campus')).toBe(true)
  await other.post('/users/signout')
  expect((await other.at(servers[0]).post('/finances/getReceipts/all/City%20Campus'))?.status).toBe(401)
})

it('when the standby stops replaying, reports come from the primary and contain the latest payment', async () => {
  await pair.standby.query('select pg_wal_replay_pause()')
  const [voucherNo = ''] = vouchers
  const [start, before] = [await reportedAmount(clerk, voucherNo), await countReports(servers)]
  for (let turn = 1; turn <= 10; turn += 1) await payAndRead(voucherNo, Number(start) + turn, turn)
  expect((await countReports(servers)).primary - before.primary).toBe(10)
  await pair.standby.query('select pg_wal_replay_resume()')
  await untilStandbyUsed(servers, true)
})

/** The number of the portal's sessions that wait for a lock on this database server. */
async function countWaiting({ query }: PostgresServer): Promise<number> {
  const [row] = await query(
    `select count(*)::int from pg_stat_activity where application_name like 'school-portal%' and wait_event_type = 'Lock'`,
  )
  return Number(row?.['count'])
}

async function untilOneWaits(server: PostgresServer): Promise<void> {
  await waitUntil('No session waits for a lock', async () => (await countWaiting(server)) > 0)
  expect(await countWaiting(server)).toBe(1)
}

it.each<[what: string, fault: () => Promise<unknown>, repair: () => Promise<unknown>]>([
  [
    'is cancelled by the standby',
    () => pair.primary.query('begin; lock table vouchers in access exclusive mode; commit'),
    async () => {},
  ],
  ['loses its connection to the standby', () => pair.standby.crash(), () => pair.standby.start()],
  ['gets no more data from the standby', async () => proxy.silence(), async () => proxy.restore()],
])('a report that %s is answered by the primary', async (_, fault, repair) => {
  await untilStandbyUsed(servers, true)
  const before = await countReports(servers)
  const locker = new Client({ connectionString: pair.primary.url })
  await locker.connect()
  try {
    // The standby replays the lock, so the report waits in its first statement, which holds a lock on vouchers by then.
    await locker.query('begin; lock table students in access exclusive mode')
    await pair.primary.query('create table if not exists written (); drop table written')
    const requested = clerk.post('/finances/getAllVouchers/admitted/Main%20Campus/all')
    await untilOneWaits(pair.standby)
    await fault()
    await untilOneWaits(pair.primary)
    await locker.query('rollback')
    expect((await requested)?.status).toBe(200)
  } finally {
    await locker.end()
    await repair()
  }
  expect((await countReports(servers)).primary).toBe(before.primary + 1)
  await untilStandbyUsed(servers, true)
})

it('when the standby crashes under load no report fails, and it is used again after its restart', async () => {
  await untilStandbyUsed(servers, true)
  await underLoad(async () => {
    await untilMoreReports(servers, 'standby')
    await pair.standby.crash()
    await untilStandbyUsed(servers, false)
    await untilMoreReports(servers, 'primary')
    await pair.standby.start()
    await untilStandbyUsed(servers, true)
    await untilMoreReports(servers, 'standby')
  })
})

it('when the standby stops answering under load no report fails, and it is used again when it answers', async () => {
  await untilStandbyUsed(servers, true)
  await underLoad(async () => {
    await untilMoreReports(servers, 'standby')
    proxy.silence()
    await untilStandbyUsed(servers, false)
    await untilMoreReports(servers, 'primary')
    proxy.restore()
    await untilStandbyUsed(servers, true)
  })
})

it('a server that accepts writes is not used as a standby', async () => {
  const { primary } = pair
  const server = await startServer({ DATABASE_URL: primary.url, DATABASE_REPLICA_URL: primary.url })
  expect(await reportedAmount(clerk.at(server), vouchers[0] ?? '')).toBeGreaterThan(0)
  expect(await readMetrics(server)).toEqual({ ready: false, standby: 0, primary: 1 })
  await server.close()
  expect(server.output()).toContain('it is not a standby: it accepts changes itself')
  await untilStandbyUsed(servers, true)
  await underLoad(async () => {
    await pair.standby.promote()
    await untilStandbyUsed(servers, false)
    await untilMoreReports(servers, 'primary')
  })
  expect(await verifyBooks({ DATABASE_URL: primary.url })).toEqual({ code: 0, faults: '' })
})
