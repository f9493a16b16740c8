// Makes random calls of many clerks at once, records the times of each call and its reply, and checks them against the
// order in the books: one serial order of the calls must explain every reply, read and closing.

import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays, addMonths, dateAt, firstOfMonth, monthOf } from '#domain/calendar.ts'
import { covers } from '#test/covers.ts'
import { violationsOf, type CloseBooks, type Read, type Write } from '#test/history-checker.ts'
import { startServer, verifyBooks, type RunningServer } from '#test/running-server.ts'
import { createEmptySchool, type School } from '#test/school-copies.ts'
import { seeded, type SeededRandom } from '#test/seeded.ts'
import { untilSessionsEnded } from './attempts.ts'
import { signIn, type ClerkClient, type Reply } from './clerk-client.ts'
import { fullOrShort } from './full-or-short.ts'
import { readBooks } from './history-books.ts'
import { payableVouchers } from './payments.ts'

const campus = 'Main%20Campus'
const today = dateAt(new Date())
const nextMonth = firstOfMonth(addMonths(monthOf(today), 1))
const callsPerClient = Number(process.env['STRESS_ROUNDS'] ?? fullOrShort(200, 20))
const seed = Number(process.env['STRESS_SEED'] ?? 1)
/** The number of times that a server is killed while the calls run. */
const kills = fullOrShort(3, 0)
const clientCount = 6
const voucherCount = 4

let school: School
/** Two servers on PostgreSQL, one server on the embedded database. */
let servers: RunningServer[]
let clerks: ClerkClient[]
let admin: ClerkClient

const open = () => startServer({ ...school.settings, DEMO: '1', DEMO_STUDENTS: '40' })

beforeAll(async () => {
  school = await createEmptySchool()
  servers = [await open()]
  if (school.settings['DATABASE_URL'] !== undefined) servers.push(await open())
  const [first] = servers
  if (!first) throw new Error('No server')
  clerks = await Promise.all(['desk@main.demo', 'office@main.demo'].map((userId) => signIn(first, userId)))
  admin = await signIn(first, 'admin@main.demo')
})
afterAll(async () => {
  await Promise.all(servers.map((server) => server.close()))
  await school.remove()
})

const paisaOf = (rupees: unknown): number => Math.round(Number(rupees) * 100)
const serverFor = (client: number): RunningServer =>
  servers[client % servers.length] ?? expect.fail('a server for each client')

class Recorder {
  readonly start = new Map<string, number>()
  readonly writes: Write[] = []
  readonly reads: Read[] = []
  readonly closings: CloseBooks[] = []
  running = 0
  repeated = 0
  #amounts = 0

  /** Returns an amount in paisa that no other call uses. */
  nextAmount(base: number): number {
    return base + (this.#amounts += 1)
  }
}

/** Repeats a call until there is a reply, as the page does. After a kill, the call goes to the restarted server. */
async function untilAnswered(recorder: Recorder, send: () => Promise<Reply | null>): Promise<Reply> {
  for (let times = 0; times < 600; times += 1) {
    const reply = await send()
    if (reply && reply.status < 500) return reply
    recorder.repeated += 1
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('No reply in a minute')
}

async function write(recorder: Recorder, client: number, random: SeededRandom): Promise<void> {
  const kind = random.chance(0.12) ? 'correct' : 'receive'
  const voucherNo = random.pick([...recorder.start.keys()])
  const amount = recorder.nextAmount(kind === 'correct' ? 10_000 : 100)
  const receivedOn = random.chance(0.5) ? today : addDays(today, -random.integerBelow(9))
  const key = `history ${client} ${amount}`
  const payload = {
    receivedAmount: amount / 100,
    receivedDate: receivedOn,
    ...(kind === 'correct' && { editedBy: 'office', reason: 'Miscounted' }),
  }
  const path = `/finances/markIndividualVoucherAsPaid/${campus}/${encodeURIComponent(voucherNo)}`
  const send = () => clerk(client).at(serverFor(client)).post(path, payload, key)
  const sentAt = performance.now()
  // Some calls are sent twice at once under one key, as by a second press, and to both servers if there are two.
  const isTwice = random.chance(0.1)
  const duplicate = isTwice
    ? clerk(client)
        .at(serverFor(client + 1))
        .post(path, payload, key)
    : null
  const reply = await untilAnswered(recorder, send)
  const answeredAt = performance.now()
  const secondReply = await duplicate
  if (secondReply?.status === 200) expect(secondReply).toEqual(reply)
  const isDone = reply.status === 200
  recorder.writes.push({
    kind,
    key,
    voucherNo,
    amount,
    receivedOn,
    sentAt,
    answeredAt,
    isRefused: !isDone,
    reply: isDone
      ? { receiptNo: Number(reply.body['receiptNo']), balance: paisaOf(reply.body['balance']) }
      : null,
  })
}

const clerk = (client: number): ClerkClient => clerks[client % clerks.length] ?? expect.fail('a clerk')

/** Reads the balance of one voucher, or the balances of all vouchers in a report. */
async function read(recorder: Recorder, client: number, random: SeededRandom): Promise<void> {
  const nos = [...recorder.start.keys()]
  const voucherNo = random.pick(nos)
  const isReport = random.chance(0.3)
  const reader = clerk(client).at(serverFor(client))
  const sentAt = performance.now()
  const reply = isReport
    ? await reader.post(`/finances/getAllVouchers/all/${campus}/all`)
    : await reader.get(`/finances/individualVoucherByVoucherId/${campus}/${encodeURIComponent(voucherNo)}`)
  const answeredAt = performance.now()
  if (reply?.status !== 200) return
  const rows: { voucherNo: string; netBalance: number }[] = isReport
    ? Object(reply.body['vouchers'])
    : [Object(reply.body['voucher'])]
  const balances = rows
    .filter((row) => nos.includes(row.voucherNo))
    .map((row) => [row.voucherNo, paisaOf(row.netBalance)] as const)
  recorder.reads.push({ sentAt, answeredAt, balances: new Map(balances) })
}

async function runClient(recorder: Recorder, client: number): Promise<void> {
  const random = seeded(seed * 1000 + client)
  recorder.running += 1
  for (let count = 0; count < callsPerClient; count += 1) {
    await (random.chance(0.6) ? write : read)(recorder, client, random)
  }
  recorder.running -= 1
}

/** While the clients run: closes drawers, closes the books day by day, and generates and voids a month. */
async function runOffice(recorder: Recorder): Promise<void> {
  for (let turn = 0; recorder.running > 0; turn += 1) {
    const cashier = clerk(turn).at(serverFor(turn))
    const drawer = await cashier.get(`/finances/drawer/${campus}`)
    const { expected: counted, upToReceipt, upToAdjustment } = Object(drawer?.body)
    await cashier.post(`/finances/closeDrawer/${campus}`, { counted, upToReceipt, upToAdjustment })
    if (turn < 6) await closeBooks(recorder, turn)
    const head = clerk(1).at(serverFor(turn))
    const made = await head.post(`/finances/generateVoucher/campus/${campus}`, { fromDate: nextMonth })
    if (made?.status === 200) await voidLastRun(head)
  }
}

async function closeBooks(recorder: Recorder, turn: number): Promise<void> {
  const closedUntil = addDays(today, turn - 8)
  const sentAt = performance.now()
  const reply = await admin.at(serverFor(turn)).post(`/finances/closeBooks/${campus}`, { until: closedUntil })
  if (reply?.status === 200) recorder.closings.push({ closedUntil, sentAt, answeredAt: performance.now() })
}

async function voidLastRun(head: ClerkClient): Promise<void> {
  const runs = await head.get(`/finances/voucherRuns/${campus}`)
  const { runNo } = Object(Object(runs?.body)['runs']?.[0])
  const preview = await head.get(`/finances/voidRunPreview/${campus}/${runNo}`)
  const { count, amount } = Object(preview?.body)
  const payload = { expectedCount: count, expectedAmount: amount, reason: 'Wrong month' }
  await head.post(`/finances/voidRun/${campus}/${runNo}`, payload)
}

/** Kills and restarts a server a few times while the clients run. */
async function killServers(recorder: Recorder): Promise<void> {
  const all = clientCount * callsPerClient
  for (let kill = 1; kill <= kills; kill += 1) {
    const calls = (all * kill) / (kills + 1)
    await expect
      .poll(() => recorder.writes.length + recorder.reads.length, { timeout: 600_000, interval: 20 })
      .toBeGreaterThanOrEqual(Math.floor(calls))
    const index = kill % servers.length
    await servers[index]?.kill()
    if (servers.length === 1) await untilSessionsEnded(school.settings)
    servers[index] = await open()
  }
}

it(
  'simultaneous calls of many clerks have the effect of one serial order, the order of the books',
  { timeout: 1_200_000 },
  async ({ annotate }) => {
    covers('security accounts.one-order')

    const recorder = new Recorder()
    for (const { voucherNo, netBalance } of (await payableVouchers(clerk(0))).slice(-voucherCount)) {
      recorder.start.set(voucherNo, paisaOf(netBalance))
    }
    expect(recorder.start.size).toBe(voucherCount)
    const before = Number((await clerk(0).get(`/finances/drawer/${campus}`))?.body['upToReceipt'])
    const clients = Array.from({ length: clientCount }, (_, client) => runClient(recorder, client))
    await Promise.all([...clients, runOffice(recorder), killServers(recorder)])
    await Promise.all(servers.map((server) => server.close()))
    const books = await readBooks(school.settings, before)
    const { writes, reads, closings, repeated } = recorder
    const done = writes.filter(({ isRefused }) => !isRefused).length
    await annotate(
      `seed ${seed}: ${writes.length} payments and corrections, ${done} done, ${repeated} sent again, ${reads.length} reads, ` +
        `${closings.length} closings of the books and ${books.drawerClosings.length} of drawers, ${kills} kills`,
    )
    expect(violationsOf(recorder, books)).toEqual([])
    expect(done).toBeGreaterThan(writes.length / 4)
    expect(reads.length).toBeGreaterThan(20)
    expect(await verifyBooks(school.settings)).toEqual({ code: 0, faults: '' })
  },
)
