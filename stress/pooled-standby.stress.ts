// A pooler that begins to lead to a standby while the portal keeps its connections to the pooler: nothing is read from it.

import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase, type OpenDatabase } from '#server/database/open.ts'
import { freePort } from '#test/running-server.ts'
import { openPostgresPair, type PostgresPair, type PostgresServer } from './postgres-pair.ts'
import { waitUntil } from './report-sources.ts'
import { openWorkshop, readDeployed, untilListening, type Service, type Workshop } from './services.ts'

let pair: PostgresPair
let workshop: Workshop
let poolerPort: number
let pooler: Service
let database: OpenDatabase

const portOf = ({ url }: PostgresServer): string => new URL(url).port

/** Writes the settings of the pooler, by the file of deploy/, with connections to this server. */
const settingsFor = (server: PostgresServer): string =>
  workshop.write('pgbouncer.ini', readDeployed('pgbouncer/pgbouncer.ini'), [
    ['port=5432', `port=${portOf(server)}`],
    ['listen_port = 6432', `listen_port = ${poolerPort}`],
    ['auth_type = scram-sha-256', 'auth_type = trust'],
    ['/etc/pgbouncer/userlist.txt', workshop.write('users.txt', '"portal" ""\n')],
  ])

const urlOfPooler = (): string => `postgres://portal@127.0.0.1:${poolerPort}/portal`
const openThroughPooler = (): Promise<OpenDatabase> =>
  openDatabase({ url: urlOfPooler(), isPooled: true, dataDir: '' })

beforeAll(async () => {
  pair = await openPostgresPair()
  workshop = await openWorkshop('school-pooled-standby')
  poolerPort = await freePort()
  pooler = workshop.start('pgbouncer', [settingsFor(pair.primary)])
  await untilListening(poolerPort, pooler)
  database = await openThroughPooler()
})
afterAll(async () => {
  await database.close()
  await workshop.remove()
  await pair.remove()
})

const answeringPort = sql<{ port: string }>`select inet_server_port()::text as port`

/** The port of the PostgreSQL server that answers a statement of the portal. */
const readPort = async (db: OpenDatabase['kysely'] = database.kysely): Promise<string | undefined> =>
  (await answeringPort.execute(db)).rows[0]?.port

/** The same in a transaction of the portal. */
const readPortInTransaction = (): Promise<string | undefined> =>
  database.kysely.transaction().execute((trx) => readPort(trx))

/** The same by a client without the portal's checks. */
async function readPortUnchecked(): Promise<string | undefined> {
  const client = new Client({ connectionString: urlOfPooler() })
  await client.connect()
  try {
    return (await client.query<{ port: string }>('select inet_server_port()::text as port')).rows[0]?.port
  } finally {
    await client.end()
  }
}

/** Leads the pooler to another server; its clients keep their connections. */
async function leadTo(server: PostgresServer): Promise<void> {
  settingsFor(server)
  pooler.process.kill('SIGHUP')
  const isLedTo = async () => (await readPortUnchecked()) === portOf(server)
  await waitUntil('The pooler still leads to the other server', isLedTo)
}

const refused = 'the server is a standby, which the portal cannot write to: name the primary'

it('no statement and no transaction is answered by a standby, and the primary is used again', async () => {
  expect(await readPort()).toBe(portOf(pair.primary))
  await leadTo(pair.standby)
  await expect(readPort()).rejects.toThrow(refused)
  await expect(readPortInTransaction()).rejects.toThrow(refused)
  await leadTo(pair.primary)
  expect(await readPort()).toBe(portOf(pair.primary))
  expect(await readPortInTransaction()).toBe(portOf(pair.primary))
})

it('the portal does not open a database behind a pooler that leads to a standby', async () => {
  await leadTo(pair.standby)
  await expect(openThroughPooler()).rejects.toThrow(refused)
})
