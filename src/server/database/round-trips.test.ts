// Counts how often a call waits for PostgreSQL. The embedded database has no network, so these tests need a server.

import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { databaseUrl } from '#test/database-template.ts'
import type { TestDatabase } from '#test/database.ts'
import { admit, generateAndPost, openSchool, type Caller } from '#test/school.ts'
import { openDatabase, type OpenDatabase } from './open.ts'

/** Calls `onType` with the type of each protocol message in a stream; a client's first message has no type. */
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

/** The client messages that the server answers with ReadyForQuery: startup, Query and Sync. */
const answeredTypes = ['', 'Q', 'S']
const readyForQuery = 'Z'

/**
 * Opens a relay to a server. It finds the longest chain of statements that were each sent after the previous answer,
 * however the network divides the messages.
 */
async function openRelay({ hostname, port: serverPort }: URL) {
  const chain = { longest: 0, call: 0 }
  const relay = createServer((client) => {
    const server = connect(Number(serverPort || 5432), hostname)
    const pending: { readonly call: number; readonly place: number }[] = []
    let last = { call: 0, place: 0 }
    const onSent = readTypes((type) => {
      if (!answeredTypes.includes(type)) return
      const place = last.call === chain.call ? last.place + 1 : 1
      pending.push({ call: chain.call, place })
      chain.longest = Math.max(chain.longest, place)
    }, true)
    const onAnswer = readTypes((type) => {
      if (type === readyForQuery) last = pending.shift() ?? last
    })
    client.on('data', (chunk: Buffer) => {
      onSent(chunk)
      server.write(chunk)
    })
    server.on('data', (chunk: Buffer) => {
      onAnswer(chunk)
      client.write(chunk)
    })
    for (const [socket, peer] of [
      [client, server],
      [server, client],
    ] as const) {
      socket.on('error', () => {})
      socket.once('close', () => peer.destroy())
    }
  }).listen(0, '127.0.0.1')
  await once(relay, 'listening')
  const address = relay.address()
  const port = typeof address === 'object' ? address?.port : 0
  const roundTrips = async (call: () => Promise<unknown>): Promise<number> => {
    chain.call += 1
    chain.longest = 0
    await call()
    return chain.longest
  }
  return { roundTrips, port: String(port), close: () => relay.close() }
}

/** Opens a school whose app reaches the database through a relay. */
async function openCountedSchool() {
  const opened = {
    relay: undefined as Awaited<ReturnType<typeof openRelay>> | undefined,
    database: undefined as OpenDatabase | undefined,
  }
  const school = await openSchool({}, async ({ kysely }: TestDatabase) => {
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(kysely)
    const url = new URL(databaseUrl(process.env['DATABASE_URL'] ?? '', rows[0]?.name ?? ''))
    opened.relay = await openRelay(url)
    url.hostname = '127.0.0.1'
    url.port = opened.relay.port
    opened.database = await openDatabase({ url: url.href, dataDir: '' })
    return opened.database
  })
  /** Returns the round trips of the last call; the earlier calls prepare its statements. */
  const roundTrips = async (calls: readonly (() => Promise<{ readonly status: number }>)[]) => {
    let trips = 0
    for (const call of calls) {
      const run = async () => expect((await call()).status).toBe(200)
      trips = (await opened.relay?.roundTrips(run)) ?? 0
    }
    return trips
  }
  return {
    school,
    roundTrips,
    /** Waits until the statistics are refreshed, which happens on another connection after bulk work. */
    settled: async () => opened.database?.afterBulkWork(),
    async [Symbol.asyncDispose]() {
      await school[Symbol.asyncDispose]()
      opened.relay?.close()
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

  it('waits six times to receive a payment', async () => {
    await using counted = await openCountedSchool()
    const { school } = counted
    const desk = await school.as('office@main.test')
    for (let rollNo = 1; rollNo <= 6; rollNo += 1) await admit(desk)
    await generateAndPost(desk, 'Main Campus', '2026-12-01')
    await counted.settled()
    const payments = [1, 2, 3, 4, 5, 6].map((rollNo) => pay(desk, rollNo, '202612'))
    expect(await counted.roundTrips(payments)).toBe(6)
  })

  it('waits twice to look up a student', async () => {
    await using counted = await openCountedSchool()
    const desk = await counted.school.as('office@main.test')
    const rollNo = await admit(desk)
    const lookUp = () => desk.get(`/admissions/getStudentInfo/${rollNo}/Main%20Campus`)
    expect(await counted.roundTrips(Array.from({ length: 6 }, () => lookUp))).toBe(2)
  })
})
