// Two servers with a primary and a hot standby: a session finds its own payments in every report, other sessions find
// them a second later. Reports come from the primary while the standby is slow, silent, gone or promoted.

import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { rowsType } from '#contract/list-rows.ts'
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
/** A client with another session, whose reports come from the standby because it writes nothing. */
let reader: ClerkClient
let vouchers: readonly string[]
let keyCount = 0

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
  reader = await signIn(first, 'viewer@main.demo')
  vouchers = (await payableVouchers(clerk)).map(({ voucherNo }) => voucherNo)
})
afterAll(async () => {
  await Promise.all(servers.map((server) => server.close()))
  proxy.close()
  await pair.remove()
})

/** Returns the two servers in turn. */
const serverOf = (turn: number) => servers[turn % 2 === 0 ? 0 : 1]

/** Receives a rupee and reads the fee record at the same server. Returns how many reads broke off half-way. */
async function payAndRead(voucherNo: string, expected: number, turn: number): Promise<number> {
  const paid = await receiveRupee(clerk.at(serverOf(turn)), voucherNo, `standby ${(keyCount += 1)}`)
  expect(paid?.status).toBe(200)
  for (let broken = 0; ; broken += 1) {
    const reported = await reportedAmount(clerk.at(serverOf(turn)), voucherNo)
    if (reported !== null || broken === 3) {
      expect(reported).toBe(expected)
      return broken
    }
  }
}

/** The amount that had been paid at a time. */
interface Paid {
  readonly at: number
  readonly amount: number
}

/** Longer than a standby may lag and a check of the lag may take. */
const maxLagMs = 1500

/** Reads until `state.over`. Each report must have all payments older than the lag, and none that was not made. */
async function readLate(voucherNo: string, paid: readonly Paid[], state: { over: boolean; broken: number }) {
  for (let turn = 0; !state.over; turn += 1) {
    const since = Date.now() - maxLagMs
    const least = paid.findLast(({ at }) => at <= since)?.amount ?? 0
    const reported = await reportedAmount(reader.at(serverOf(turn)), voucherNo)
    if (reported === null) state.broken += 1
    else expect(reported).toBeGreaterThanOrEqual(least)
    // A payment may be running at the moment.
    if (reported !== null) expect(reported).toBeLessThanOrEqual((paid.at(-1)?.amount ?? 0) + 1)
  }
}

/** Pays four vouchers and reads reports, also in another session, until `meanwhile` ends; checks every figure. */
async function underLoad(meanwhile: () => Promise<void>): Promise<void> {
  const state = { over: false, broken: 0 }
  const paying = vouchers.slice(0, 4)
  // Reads before the standby fails, because a report that breaks off has no amount to count from.
  const starts = await Promise.all(paying.map((voucherNo) => reportedAmount(clerk, voucherNo)))
  expect(starts).not.toContain(null)
  const work = async (voucherNo: string, first: number) => {
    let expected = Number(starts[first])
    const paid: Paid[] = [{ at: Date.now(), amount: expected }]
    const reading = first === 0 ? readLate(voucherNo, paid, state) : null
    for (let turn = first; !state.over; turn += 1) {
      expected += 1
      state.broken += await payAndRead(voucherNo, expected, turn)
      paid.push({ at: Date.now(), amount: expected })
    }
    await reading
  }
  const working = paying.map(work)
  const over = meanwhile().finally(() => (state.over = true))
  await Promise.all([...working, over])
  // A report whose rows were being sent when the standby failed breaks off; the page requests it again.
  expect(state.broken).toBeLessThanOrEqual(working.length + 1)
}

it('a report right after a payment of the same session contains it, and comes from the primary', async () => {
  await untilStandbyUsed(servers, true)
  const [voucherNo = ''] = vouchers
  const [start, before] = [await reportedAmount(reader, voucherNo), await countReports(servers)]
  const rounds = fullOrShort(40, 10)
  for (let turn = 1; turn <= rounds; turn += 1) {
    expect(await payAndRead(voucherNo, Number(start) + turn, turn)).toBe(0)
  }
  expect(await countReports(servers)).toEqual({ standby: before.standby, primary: before.primary + rounds })
})

it('a report of another session comes from the standby and contains a payment a second later', async () => {
  await untilStandbyUsed(servers, true)
  const [voucherNo = ''] = vouchers
  const [start, before] = [Number(await reportedAmount(reader, voucherNo)), await countReports(servers)]
  const rounds = fullOrShort(20, 5)
  for (let turn = 1; turn <= rounds; turn += 1) {
    await receiveRupee(clerk, voucherNo, `standby ${(keyCount += 1)}`)
    await pause(maxLagMs)
    expect(await reportedAmount(reader.at(serverOf(turn)), voucherNo)).toBe(start + turn)
  }
  const after = await countReports(servers)
  expect(after.standby - before.standby).toBeGreaterThan(rounds / 2)
})

it('a list from the standby states the time of its books, and a list from the primary does not', async () => {
  await untilStandbyUsed(servers, true)
  const headOf = async (client: ClerkClient) => {
    const answer = await fetch(`${servers[0].url}/finances/getAllVouchers/all/Main%20Campus/all`, {
      method: 'POST',
      headers: { cookie: client.cookie, accept: rowsType, 'content-type': 'application/json' },
      body: '{}',
    })
    return JSON.parse((await answer.text()).split('\n', 1)[0] ?? '')
  }
  await waitUntil('No list comes from the standby', async () =>
    /^as of \d\d:\d\d:\d\d$/.test((await headOf(reader)).totals.asOfTime ?? ''),
  )
  await receiveRupee(clerk, vouchers[0] ?? '', `standby ${(keyCount += 1)}`)
  expect((await headOf(clerk)).totals.asOfTime).toBeUndefined()
})

it('lists and files come from the standby and respect the session and its campus', async () => {
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
  const replies = await Promise.all(paths.map((path) => reader.post(path)))
  expect(replies.map((one) => one?.status)).toEqual(paths.map(() => 200))
  expect((await reader.get('/admissions/getStudentList/all/all/Main%20Campus'))?.status).toBe(200)
  const after = await countReports(servers)
  expect(after).toEqual({ standby: before.standby + paths.length + 1, primary: before.primary })

  const other = await signIn(servers[1], 'viewer@city.demo')
  expect((await other.post('/finances/getReceipts/all/Main%20Campus'))?.status).toBe(403)
  const reply = Object((await other.post('/finances/getAllVouchers/all/City%20Campus/all'))?.body)
  expect(reply.vouchers.length).toBeGreaterThan(0)
  expect(reply.vouchers.every((voucher: { campus: string }) => voucher.campus === 'City Campus')).toBe(true)
  await other.post('/users/signout')
  expect((await other.at(servers[0]).post('/finances/getReceipts/all/City%20Campus'))?.status).toBe(401)
})

it('while the standby stops replaying, reports come from the primary and contain the latest payment', async () => {
  await pair.standby.query('select pg_wal_replay_pause()')
  const [voucherNo = ''] = vouchers
  await receiveRupee(clerk, voucherNo, `standby ${(keyCount += 1)}`)
  await untilStandbyUsed(servers, false)
  const [start, before] = [Number(await reportedAmount(reader, voucherNo)), await countReports(servers)]
  for (let turn = 1; turn <= 10; turn += 1) {
    await receiveRupee(clerk, voucherNo, `standby ${(keyCount += 1)}`)
    expect(await reportedAmount(reader.at(serverOf(turn)), voucherNo)).toBe(start + turn)
  }
  expect(await countReports(servers)).toEqual({ standby: before.standby, primary: before.primary + 10 })
  await pair.standby.query('select pg_wal_replay_resume()')
  await untilStandbyUsed(servers, true)
})

/** Counts the portal's sessions that wait for a lock on this database server. */
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
    const requested = reader.post('/finances/getAllVouchers/admitted/Main%20Campus/all')
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

it('no report fails when the standby crashes under load; the standby is used again after its restart', async () => {
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

it('no report fails when the standby stops answering under load; it is used again when it answers', async () => {
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
