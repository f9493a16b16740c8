// Two servers behind PgBouncer in transaction mode, which has fewer connections to PostgreSQL than they have to it: the
// books are correct, no campus sees another's rows, cancelling one report leaves the others alone, and no connection
// keeps what a call has set.

import { Client } from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { freePort, startServer, verifyBooks, type RunningServer } from '#test/running-server.ts'
import { signIn, type ClerkClient } from './clerk-client.ts'
import { fullOrShort } from './full-or-short.ts'
import { ownedSchool } from './owned-school.ts'
import { openWorkshop, readDeployed, untilListening, type Workshop } from './services.ts'

const poolSize = 3
const rounds = fullOrShort(40, 10)
const school = ownedSchool('school_pooled')
const direct = school.urlFor(school.login)
const owner = { DATA_DIR: school.dataDir, DATABASE_MIGRATION_URL: school.urlFor(school.owner) }
let workshop: Workshop
/** The URL through the pooler of deploy/. */
let pooled: string
/** The URL through a pooler that accepts the settings of a connection and ignores them. */
let careless: string
let servers: readonly RunningServer[] = []

/** Starts a pooler with the file of deploy/, which ignores these settings, and returns the database's URL through it. */
async function startPooler(name: string, ignored: string): Promise<string> {
  const port = await freePort()
  const { hostname, port: postgres } = new URL(direct)
  const users = workshop.write(`${name}.txt`, `"${school.login}" "${school.password}"\n`)
  const file = workshop.write(`${name}.ini`, readDeployed('pgbouncer/pgbouncer.ini'), [
    [
      'portal = host=127.0.0.1 port=5432 dbname=portal',
      `${school.name} = host=${hostname} port=${postgres || 5432} dbname=${school.name}`,
    ],
    ['listen_port = 6432', `listen_port = ${port}`],
    ['default_pool_size = 8', `default_pool_size = ${poolSize}`],
    ['/etc/pgbouncer/userlist.txt', users],
    ['ignore_startup_parameters =', `ignore_startup_parameters = ${ignored}`],
  ])
  await untilListening(port, workshop.start('pgbouncer', [file]))
  const url = new URL(direct)
  url.host = `127.0.0.1:${port}`
  return url.href
}

const settings = () => ({ ...owner, DATABASE_URL: pooled, DATABASE_POOLER: 'transaction' })

beforeAll(async () => {
  await school.create()
  workshop = await openWorkshop('school-pooler')
  pooled = await startPooler('strict', '')
  const timeouts = 'statement_timeout, lock_timeout, idle_in_transaction_session_timeout'
  careless = await startPooler('careless', `options, ${timeouts}`)
  const first = await startServer({ ...settings(), DEMO: '1', DEMO_STUDENTS: '40' })
  servers = [first, await startServer(settings())]
})
afterAll(async () => {
  await Promise.all(servers.map((server) => server.close()))
  await workshop.remove()
  await school.remove()
})

const serverOf = (turn: number): RunningServer => servers[turn % 2] ?? expect.fail('two servers')

it.each<[what: string, settings: () => Record<string, string>]>([
  ['that refuses its settings', () => ({ ...owner, DATABASE_URL: pooled })],
  ['that ignores its settings', () => ({ ...owner, DATABASE_URL: careless })],
  ['for its migrations', () => ({ ...settings(), DATABASE_MIGRATION_URL: careless })],
])(
  'a server that expects PostgreSQL does not start behind a pooler %s, and says what to set',
  async (_, wrong) => {
    const failure = await startServer(wrong()).then(
      (server) => server.close().then(() => 'started'),
      (error: unknown) => String(error),
    )
    expect(failure).toContain('leads to a connection pooler such as PgBouncer')
    expect(failure).toContain('set DATABASE_POOLER=transaction')
  },
)

const campuses = [
  { campus: 'Main Campus', users: ['desk@main.demo', 'office@main.demo', 'viewer@main.demo'] },
  { campus: 'City Campus', users: ['desk@city.demo', 'office@city.demo', 'viewer@city.demo'] },
] as const

interface Listed {
  readonly campus: string
  readonly voucherNo: string
  readonly posted: boolean
  readonly carriedTo: string | null
  readonly netBalance: number
  readonly receivedAmount: number
}

/** The fee record, each row of which must be of the clerk's own campus. */
async function feeRecord(clerk: ClerkClient, campus: string): Promise<readonly Listed[]> {
  const reply = await clerk.post(`/finances/getAllVouchers/all/${encodeURIComponent(campus)}/all`)
  expect(reply?.status).toBe(200)
  const vouchers: readonly Listed[] = Object(reply?.body).vouchers
  expect(vouchers.length).toBeGreaterThan(0)
  expect([...new Set(vouchers.map((voucher) => voucher.campus))]).toEqual([campus])
  return vouchers
}

interface Desk {
  readonly clerk: ClerkClient
  readonly campus: string
  readonly voucherNo: string
  readonly before: number
}

/** One clerk's work: a receipt that is sent to both servers at once, a report, a file, and a report of the other campus. */
async function work({ clerk, campus, voucherNo, before }: Desk, turn: number): Promise<void> {
  const [here, there] = [clerk.at(serverOf(turn)), clerk.at(serverOf(turn + 1))]
  const at = encodeURIComponent(campus)
  const pay = (by: ClerkClient) =>
    by.post(
      `/finances/markIndividualVoucherAsPaid/${at}/${encodeURIComponent(voucherNo)}`,
      { receivedAmount: 1 },
      `${voucherNo} ${turn}`,
    )
  const [paid, repeated] = await Promise.all([pay(here), pay(there)])
  expect(paid?.status).toBe(200)
  expect(repeated).toEqual(paid)
  const own = (await feeRecord(there, campus)).find((voucher) => voucher.voucherNo === voucherNo)
  expect(own?.receivedAmount).toBe(before + turn)
  const file = await here.post(`/finances/exportVouchers/fee-record/csv/all/${at}/all`)
  expect(file?.status).toBe(200)
  const other = campus === 'Main Campus' ? 'City%20Campus' : 'Main%20Campus'
  expect((await there.post(`/finances/getAllVouchers/all/${other}/all`))?.status).toBe(403)
}

it('clerks of two campuses work at once: each sees only the own campus, and no receipt is lost or doubled', async () => {
  const desks = await Promise.all(
    campuses.map(async ({ campus, users }) => {
      const clerks = await Promise.all(users.map((userId) => signIn(serverOf(0), userId)))
      const payable = (await feeRecord(clerks[0] ?? expect.fail('a clerk'), campus)).filter(
        ({ posted, carriedTo, netBalance }) => posted && carriedTo === null && netBalance > 1000,
      )
      return clerks.slice(0, 2).map<Desk>((clerk, place) => {
        const { voucherNo, receivedAmount } = payable[place] ?? expect.fail('a voucher for each clerk')
        return { clerk, campus, voucherNo, before: receivedAmount }
      })
    }),
  )
  const signIns = async () => {
    for (let turn = 0; turn < rounds / 5; turn += 1) {
      for (const { users } of campuses) await signIn(serverOf(turn), users[2])
    }
  }
  const working = desks.flat().map(async (desk) => {
    for (let turn = 1; turn <= rounds; turn += 1) await work(desk, turn)
  })
  await Promise.all([...working, signIns()])
})

async function open(connectionString: string): Promise<Client> {
  const client = new Client({ connectionString })
  await client.connect()
  return client
}

function asSuperuser(): string {
  const url = new URL(process.env['DATABASE_URL'] ?? '')
  url.pathname = `/${school.name}`
  return url.href
}

/** The number of statements of the servers that wait for a lock; only a superuser sees this for other users. */
async function countWaiting(superuser: Client): Promise<number> {
  const { rows } = await superuser.query(
    `select from pg_stat_activity where usename = '${school.login}' and wait_event_type = 'Lock'`,
  )
  return rows.length
}

it('a report whose caller has gone is cancelled through the pooler, and the report of another caller completes', async () => {
  const [viewer, other] = await Promise.all(campuses.map(({ users }) => signIn(serverOf(0), users[2])))
  const superuser = await open(asSuperuser())
  try {
    await superuser.query('begin; lock table students in access exclusive mode')
    const gone = new AbortController()
    const left = fetch(`${serverOf(0).url}/finances/getAllVouchers/admitted/Main%20Campus/all`, {
      method: 'POST',
      headers: { cookie: viewer?.cookie ?? '', 'content-type': 'application/json' },
      body: '{}',
      signal: gone.signal,
    }).catch(() => 'gone')
    const kept = other?.post('/finances/getAllVouchers/admitted/City%20Campus/all')
    await vi.waitUntil(async () => (await countWaiting(superuser)) === 2, { timeout: 60_000 })
    gone.abort()
    expect(await left).toBe('gone')
    await vi.waitUntil(async () => (await countWaiting(superuser)) === 1, { timeout: 60_000 })
    await superuser.query('rollback')
    expect((await kept)?.status).toBe(200)
  } finally {
    await superuser.end()
  }
})

/** The state that a call sets for itself, or leaves behind in its connection. */
const boundState = `
  select current_user::text as role,
    coalesce(current_setting('app.campus', true), '') || coalesce(current_setting('app.user_id', true), '') as bound,
    (select count(*)::int from pg_prepared_statements) as plans,
    (select count(*)::int from pg_class where relnamespace = pg_my_temp_schema()) as tables`

/** All settings of a session but those that each client sends, and those of modules, which appear once one is loaded. */
async function settingsOf(client: Client): Promise<ReadonlyMap<string, string>> {
  const { rows } = await client.query<{ name: string; setting: string }>(
    `select name, setting from pg_settings where name not in ('application_name', 'client_encoding') and name not like '%.%'`,
  )
  return new Map(rows.map(({ name, setting }) => [name, setting]))
}

const advisoryLocks = `
  select from pg_locks
  where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`

it('no connection to PostgreSQL keeps a role, a campus, a setting, a plan or a lock', async () => {
  const fresh = await open(direct)
  const expected = await settingsOf(fresh)
  const clients = await Promise.all(Array.from({ length: poolSize }, () => open(pooled)))
  const seen = new Set<number>()
  try {
    for (const client of clients) {
      // Held until the end, so that each transaction has a connection of its own.
      await client.query('begin')
      seen.add((await client.query('select pg_backend_pid() as process')).rows[0].process)
      expect((await client.query(boundState)).rows).toEqual([
        { role: school.login, bound: '', plans: 0, tables: 0 },
      ])
      const left = [...(await settingsOf(client))].filter(([name, value]) => expected.get(name) !== value)
      expect(left).toEqual([])
    }
    expect(seen.size).toBe(poolSize)
    // No call of the servers can run now, so that a lock was left behind by one.
    expect((await fresh.query(advisoryLocks)).rows).toEqual([])
  } finally {
    await Promise.all([fresh, ...clients].map((client) => client.end()))
  }
})

it('the books are correct', async () => {
  expect(await verifyBooks(settings())).toEqual({ code: 0, faults: '' })
})
