// Counts the waits of a call for PostgreSQL. The embedded database has no wire to wait for, so these need a server.

import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { databaseUrl } from '#test/database-template.ts'
import type { TestDatabase } from '#test/database.ts'
import { admit, generateAndPost, openSchool, type Caller } from '#test/school.ts'
import { openDatabase, type OpenDatabase } from './open.ts'

/** Calls `onType` with the type of each message of a stream of the protocol; a client's first message has none. */
function readTypes(onType: (type: string) => void, hasUntyped = false) {
  let rest = Buffer.alloc(0)
  let typeBytes = hasUntyped ? 0 : 1
  return (chunk: Buffer): void => {
    rest = Buffer.concat([rest, chunk])
    for (;;) {
      if (rest.length < typeBytes + 4) return
      const end = typeBytes + rest.readUInt32BE(typeBytes)
      if (rest.length < end) return
      onType(rest.toString('latin1', 0, typeBytes))
      rest = rest.subarray(end)
      typeBytes = 1
    }
  }
}

/** The messages of a client that the server answers with ReadyForQuery: its start, Query and Sync. */
const answered = ['', 'Q', 'S']
const readyForQuery = 'Z'

/**
 * A relay to the server of `url` that finds the longest chain of statements of which each was sent after the one before was
 * answered. It does not depend on how the network divides what is sent.
 */
async function openRelay({ hostname, port: serverPort }: URL) {
  const chain = { longest: 0, call: 0 }
  const relay = createServer((client) => {
    const server = connect(Number(serverPort || 5432), hostname)
    const sent: { readonly call: number; readonly place: number }[] = []
    let last = { call: 0, place: 0 }
    const onSent = readTypes((type) => {
      if (!answered.includes(type)) return
      const place = last.call === chain.call ? last.place + 1 : 1
      sent.push({ call: chain.call, place })
      chain.longest = Math.max(chain.longest, place)
    }, true)
    const onAnswer = readTypes((type) => {
      if (type === readyForQuery) last = sent.shift() ?? last
    })
    client.on('data', (chunk: Buffer) => {
      onSent(chunk)
      server.write(chunk)
    })
    server.on('data', (chunk: Buffer) => {
      onAnswer(chunk)
      client.write(chunk)
    })
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      one.on('error', () => {})
      one.once('close', () => other.destroy())
    }
  }).listen(0, '127.0.0.1')
  await once(relay, 'listening')
  const address = relay.address()
  const port = typeof address === 'object' ? address?.port : 0
  /** The round trips of one call. */
  const roundTrips = async (call: () => Promise<unknown>): Promise<number> => {
    chain.call += 1
    chain.longest = 0
    await call()
    return chain.longest
  }
  return { roundTrips, port: String(port), close: () => relay.close() }
}

/** A school whose app reaches the database over a relay. */
async function openCountedSchool() {
  const of = {
    relay: undefined as Awaited<ReturnType<typeof openRelay>> | undefined,
    database: undefined as OpenDatabase | undefined,
  }
  const school = await openSchool({}, async ({ kysely }: TestDatabase) => {
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(kysely)
    const url = new URL(databaseUrl(process.env['DATABASE_URL'] ?? '', rows[0]?.name ?? ''))
    of.relay = await openRelay(url)
    url.hostname = '127.0.0.1'
    url.port = of.relay.port
    of.database = await openDatabase({ url: url.href, dataDir: '' })
    return of.database
  })
  /** The round trips of a call that has run before, as the first one prepares its statements. */
  const roundTrips = async (calls: readonly (() => Promise<{ readonly status: number }>)[]) => {
    let trips = 0
    for (const call of calls) {
      const run = async () => expect((await call()).status).toBe(200)
      trips = (await of.relay?.roundTrips(run)) ?? 0
    }
    return trips
  }
  return {
    school,
    roundTrips,
    /** Waits until the statistics are renewed, which bulk work leaves to another connection. */
    settled: async () => of.database?.afterBulkWork(),
    async [Symbol.asyncDispose]() {
      await school[Symbol.asyncDispose]()
      of.relay?.close()
    },
  }
}

describe('a call of the counter to PostgreSQL', () => {
  const pay = (desk: Caller, rollNo: number, month: string) => () =>
    desk.post(
      `/finances/markIndividualVoucherAsPaid/Main%20Campus/5Red${rollNo}-${month}`,
      { receivedAmount: 4500, editedBy: '' },
      { 'idempotency-key': crypto.randomUUID() },
    )

  it('waits seven times to receive a payment', async () => {
    await using counted = await openCountedSchool()
    const { school } = counted
    const desk = await school.as('office@main.test')
    for (let rollNo = 1; rollNo <= 6; rollNo += 1) await admit(desk)
    await generateAndPost(desk, 'Main Campus', '2026-12-01')
    await counted.settled()
    const payments = [1, 2, 3, 4, 5, 6].map((rollNo) => pay(desk, rollNo, '202612'))
    expect(await counted.roundTrips(payments)).toBe(7)
  })

  it('waits twice to look up a student', async () => {
    await using counted = await openCountedSchool()
    const desk = await counted.school.as('office@main.test')
    const rollNo = await admit(desk)
    const lookUp = () => desk.get(`/admissions/getStudentInfo/${rollNo}/Main%20Campus`)
    expect(await counted.roundTrips(Array.from({ length: 6 }, () => lookUp))).toBe(2)
  })
})
