// The embedded database cancels nothing and has no pooler in front of it, so these tests need a server.

import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { sql, type Kysely } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#test/database.ts'
import { openDatabase } from './open.ts'
import type { Schema } from './schema.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await openTestDatabase()
  await sql`create table notes (what text)`.execute(database.kysely)
})
afterAll(() => database.close())

// Ends before the portal's time limit of a statement only if it is cancelled.
const sleeping = sql`select pg_sleep(50)`

const countSleeping = async (): Promise<number> => {
  const { rows } = await sql`
    select from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()`.execute(
    database.signIn ?? database.kysely,
  )
  return rows.length
}

const untilOneSleeps = async (): Promise<void> => {
  await expect.poll(countSleeping).toBe(1)
}

const failureOf = (running: Promise<unknown> | undefined): Promise<unknown> =>
  Promise.resolve(running).then(
    () => 'it succeeded',
    (problem: unknown) => problem,
  )

const cancelled = { code: '57014', message: 'canceling statement due to user request' }

it('the statement of a caller who has disconnected is cancelled', async () => {
  const disconnection = new AbortController()
  const running = database.runUntilDisconnected?.(disconnection.signal, (db) => sleeping.execute(db))
  const failure = failureOf(running)
  await untilOneSleeps()
  disconnection.abort()
  expect(await failure).toMatchObject(cancelled)
  expect(await countSleeping()).toBe(0)
})

/** Runs work for a caller who disconnects when `leave` is called; rejects if the work does. */
function runForCaller(work: (db: Kysely<Schema>, leave: () => void) => Promise<unknown>) {
  const disconnection = new AbortController()
  const leave = (): void => disconnection.abort(new Error('gone'))
  const running = database.runUntilDisconnected?.(disconnection.signal, (db) => work(db, leave))
  return { running, leave, hasLeft: () => disconnection.signal.aborted }
}

const add = (db: Kysely<Schema>) => sql`insert into notes values ('lost')`.execute(db)
const countNotes = async (): Promise<number> =>
  (await sql`select from notes`.execute(database.kysely)).rows.length

it('after a caller has disconnected, no statement is sent and the transaction is rolled back', async () => {
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

it('after a caller has disconnected, nothing is committed', async () => {
  const { running } = runForCaller((db, leave) =>
    db.transaction().execute(async (trx) => {
      await add(trx)
      leave()
    }),
  )
  await expect(running).rejects.toThrow('gone')
  expect(await countNotes()).toBe(0)
})

// Survives one cancellation, like a statement that begins just after its cancellation.
const sleepingTwice = sql`
  do $$ begin
    perform pg_sleep(50);
  exception when query_canceled then
    perform pg_sleep(50);
  end $$`

it('a statement that the first cancellation did not end is cancelled again', async () => {
  const { running, leave } = runForCaller((db) => sleepingTwice.execute(db))
  const failure = failureOf(running)
  await untilOneSleeps()
  leave()
  expect(await failure).toMatchObject(cancelled)
  expect(await countSleeping()).toBe(0)
})

it('a transaction that follows a rolled-back one is cancelled too', async () => {
  const { running, leave } = runForCaller(async (db) => {
    const failing = db.transaction().execute((trx) => sql`select 1 / 0`.execute(trx))
    await expect(failing).rejects.toThrow('division by zero')
    await db.transaction().execute((trx) => sleeping.execute(trx))
  })
  const failure = failureOf(running)
  await untilOneSleeps()
  leave()
  expect(await failure).toMatchObject(cancelled)
})

it('a caller who disconnects at any moment leaves the connection without a transaction', async () => {
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
  const failure = failureOf(sleeping.execute(database.kysely))
  await untilOneSleeps()
  await database.cancelAll?.()
  expect(await failure).toMatchObject(cancelled)
  expect(await countSleeping()).toBe(0)
})

/** The start of BackendKeyData: `K` and its length. The number of the process follows. */
const keyData = Buffer.from([0x4b, 0, 0, 0, 12])

it('a pooler, which sends a process number of its own, is refused with the remedy', async () => {
  const server = new URL(process.env['DATABASE_URL'] ?? '')
  const [port, host] = [Number(server.port || 5432), server.hostname]
  const pooler = createServer((client) => {
    const upstream = connect(port, host)
    upstream.on('data', (chunk: Buffer) => {
      const start = chunk.indexOf(keyData)
      if (start >= 0) chunk.writeInt32BE(1, start + keyData.length)
      client.write(chunk)
    })
    client.pipe(upstream)
    client.on('error', () => upstream.destroy())
    upstream.on('error', () => client.destroy())
    client.once('close', () => upstream.destroy())
  }).listen(0, '127.0.0.1')
  await once(pooler, 'listening')
  const address = pooler.address()
  server.hostname = '127.0.0.1'
  server.port = String(typeof address === 'object' ? address?.port : 0)
  await expect(openDatabase({ url: server.href, dataDir: '' })).rejects.toThrow(
    /leads to a connection pooler such as PgBouncer.* has to lead to PostgreSQL itself/,
  )
  pooler.close()
})
