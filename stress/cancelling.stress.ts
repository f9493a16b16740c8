// The statements of a caller who has gone, and all of them at the end of a server, are cancelled: at any moment, and over TLS
// where the connections are, as the key of a cancellation must never cross the network in the clear.

import { once } from 'node:events'
import { connect, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { sql, type Kysely } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { openDatabase, type OpenDatabase } from '#server/database/open.ts'
import type { Schema } from '#server/database/schema.ts'
import { findPostgres } from '#test/postgres-programs.ts'
import { freePort } from '#test/running-server.ts'
import { waitUntil } from './report-sources.ts'
import { openWorkshop, untilListening, type Workshop } from './services.ts'

/** The code of a request for TLS, with which each connection must begin; a cancellation in the clear has 80877102. */
const tlsRequest = 80_877_103

let workshop: Workshop
let port: number
let recorder: Server
let database: OpenDatabase
/** The code with which each connection to PostgreSQL began. */
let codes: number[] = []

/** A certificate that PostgreSQL shows and the portal verifies, and its key. */
async function createCertificate(): Promise<{ readonly certificate: string; readonly key: string }> {
  const [certificate, key] = [join(workshop.folder, 'server.crt'), join(workshop.folder, 'server.key')]
  const files = ['-out', certificate, '-keyout', key]
  const name = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  await workshop.run('openssl', [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '2',
    ...files,
    ...name,
  ])
  return { certificate, key }
}

/** Starts a PostgreSQL that accepts connections over TLS only, and returns the path of its certificate. */
async function startPostgres(): Promise<string> {
  const programs = findPostgres() ?? expect.fail('the programs of PostgreSQL')
  const data = join(workshop.folder, 'data')
  const auth = ['-U', 'postgres', '--auth=trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync']
  await workshop.run(join(programs, 'initdb'), ['-D', data, ...auth])
  const { certificate, key } = await createCertificate()
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: workshop.folder,
    hba_file: workshop.write('hba.conf', 'hostssl all postgres 127.0.0.1/32 trust\n'),
    ssl: 'on',
    ssl_cert_file: certificate,
    ssl_key_file: key,
    fsync: 'off',
  }
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const server = workshop.start(join(programs, 'postgres'), ['-D', data, '-p', `${port}`, ...options])
  await untilListening(port, server)
  return certificate
}

/** Forwards connections to PostgreSQL and notes the code with which each begins; returns its port. */
async function startRecorder(): Promise<number> {
  recorder = createServer((near) => {
    const far = connect(port, '127.0.0.1')
    near.once('data', (first) => codes.push(first.readUInt32BE(4)))
    near.pipe(far).pipe(near)
    near.on('error', () => far.destroy())
    far.on('error', () => near.destroy())
  })
  recorder.listen(0, '127.0.0.1')
  await once(recorder, 'listening')
  const address = recorder.address()
  return typeof address === 'object' ? (address?.port ?? 0) : 0
}

/** Runs a statement without the recorder, so that it is not noted. */
async function observe(statement: string): Promise<Readonly<Record<string, unknown>>[]> {
  const ssl = { rejectUnauthorized: false }
  const client = new Client({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres', ssl })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows
  } finally {
    await client.end()
  }
}

beforeAll(async () => {
  workshop = await openWorkshop('school-tls')
  port = await freePort()
  const certificate = await startPostgres()
  await waitUntil('PostgreSQL does not answer', () =>
    observe('select').then(
      () => true,
      () => false,
    ),
  )
  const url = new URL(`postgres://postgres@localhost:${await startRecorder()}/postgres`)
  url.searchParams.set('sslmode', 'verify-full')
  url.searchParams.set('sslrootcert', certificate)
  database = await openDatabase({ url: url.href, dataDir: '' })
  await observe('create table notes (what text)')
})
afterAll(async () => {
  await database.close()
  recorder.close()
  await workshop.remove()
})
beforeEach(() => {
  codes = []
})

// Ends before the portal's own limit of a statement only when it is cancelled.
const sleeping = sql`select pg_sleep(50)`

const countSleeping = async (): Promise<number> =>
  (await observe(`select from pg_stat_activity where wait_event = 'PgSleep'`)).length

const untilOneSleeps = () => waitUntil('No statement sleeps', async () => (await countSleeping()) === 1)

const cancelled = { code: '57014', message: 'canceling statement due to user request' }

it('the statement of a caller who has gone is cancelled', async () => {
  const gone = new AbortController()
  const running = database.runUntilGone?.(gone.signal, (db) => sleeping.execute(db))
  const ended = expect(running).rejects.toMatchObject(cancelled)
  await untilOneSleeps()
  gone.abort()
  await ended
  expect(await countSleeping()).toBe(0)
  // The connection that ran it, and that which cancelled it.
  expect(codes).toEqual([tlsRequest, tlsRequest])
})

/** Runs work for a caller who goes when `leave` is called; rejects as the work does. */
function runForCaller(work: (db: Kysely<Schema>, leave: () => void) => Promise<unknown>) {
  const gone = new AbortController()
  const leave = (): void => gone.abort(new Error('gone'))
  const running = database.runUntilGone?.(gone.signal, (db) => work(db, leave))
  return { running, leave, hasLeft: () => gone.signal.aborted }
}

const add = (db: Kysely<Schema>) => sql`insert into notes values ('lost')`.execute(db)
const countNotes = async (): Promise<number> => (await observe('select from notes')).length

it('no statement of a caller who has gone is sent, and the transaction is rolled back', async () => {
  const { running } = runForCaller((db, leave) =>
    db.transaction().execute(async (trx) => {
      await add(trx)
      leave()
      await sleeping.execute(trx)
    }),
  )
  await expect(running).rejects.toThrow('gone')
  expect(await countNotes()).toBe(0)
})

it('nothing of a caller who has gone is committed', async () => {
  const { running } = runForCaller((db, leave) =>
    db.transaction().execute(async (trx) => {
      await add(trx)
      leave()
    }),
  )
  await expect(running).rejects.toThrow('gone')
  expect(await countNotes()).toBe(0)
})

// It survives one cancellation, as does a statement whose cancellation comes just before it begins.
const sleepingTwice = sql`
  do $$ begin
    perform pg_sleep(50);
  exception when query_canceled then
    perform pg_sleep(50);
  end $$`

it('a statement that the first cancellation did not end is cancelled again', async () => {
  const { running, leave } = runForCaller((db) => sleepingTwice.execute(db))
  const ended = expect(running).rejects.toMatchObject(cancelled)
  await untilOneSleeps()
  leave()
  await ended
  expect(await countSleeping()).toBe(0)
})

it('a transaction that was rolled back and is run again is cancelled like the first', async () => {
  const { running, leave } = runForCaller(async (db) => {
    const failing = db.transaction().execute((trx) => sql`select 1 / 0`.execute(trx))
    await expect(failing).rejects.toThrow('division by zero')
    await db.transaction().execute((trx) => sleeping.execute(trx))
  })
  const ended = expect(running).rejects.toMatchObject(cancelled)
  await untilOneSleeps()
  leave()
  await ended
})

it('a caller who goes at any moment leaves the connection without a transaction', async () => {
  for (let moment = 0; moment < 20; moment += 1) {
    const { running, leave, hasLeft } = runForCaller((db) =>
      db.transaction().execute(async (trx) => {
        setTimeout(leave, moment)
        while (!hasLeft()) await add(trx)
      }),
    )
    await expect(running).rejects.toThrow(/gone|canceling statement/)
    const alone = sql`select transaction_timestamp() = statement_timestamp() as "isAlone"`
    expect((await alone.execute(database.reports ?? database.kysely)).rows).toEqual([{ isAlone: true }])
  }
  expect(await countNotes()).toBe(0)
})

it('all running statements are cancelled', async () => {
  const ended = expect(sleeping.execute(database.kysely)).rejects.toMatchObject(cancelled)
  await untilOneSleeps()
  await database.cancelAll?.()
  await ended
  expect(await countSleeping()).toBe(0)
  expect(new Set(codes)).toEqual(new Set([tlsRequest]))
})
