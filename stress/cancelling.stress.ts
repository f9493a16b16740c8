// Statements are cancelled over TLS where the connections are: the key of a cancellation never crosses the network in the clear.

import { openDatabase, type OpenDatabase } from '#server/database/open.ts'
import { findPostgres } from '#test/postgres-programs.ts'
import { freePort } from '#test/running-server.ts'
import { once } from 'node:events'
import { connect, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
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
  (await observe(`select from pg_stat_activity where query = 'select pg_sleep(50)' and state = 'active'`))
    .length

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

it('all running statements are cancelled', async () => {
  const ended = expect(sleeping.execute(database.kysely)).rejects.toMatchObject(cancelled)
  await untilOneSleeps()
  await database.cancelAll?.()
  await ended
  expect(await countSleeping()).toBe(0)
  expect(new Set(codes)).toEqual(new Set([tlsRequest]))
})
