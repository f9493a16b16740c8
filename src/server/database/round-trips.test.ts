// How often a call waits for PostgreSQL. The embedded database has no wire to wait for, so these need a server.

import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { databaseUrl } from '#test/database-template.ts'
import type { TestDatabase } from '#test/database.ts'
import { admit, generateAndPost, openSchool, type Caller } from '#test/school.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { openDatabase } from './open.ts'

/** A relay to the server of `url` that counts how often a client sends after it has been answered. */
async function openRelay({ hostname, port: serverPort }: URL) {
  const counted = { roundTrips: 0 }
  const relay = createServer((client) => {
    const server = connect(Number(serverPort || 5432), hostname)
    const state = { isAnswered: true }
    client.on('data', (sent) => {
      if (state.isAnswered) counted.roundTrips += 1
      state.isAnswered = false
      server.write(sent)
    })
    server.on('data', (answer) => {
      state.isAnswered = true
      client.write(answer)
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
  return { counted, port: String(port), close: () => relay.close() }
}

/** A school whose app reaches the database over a relay. */
async function openCountedSchool() {
  const of = { relay: undefined as Awaited<ReturnType<typeof openRelay>> | undefined }
  const school = await openSchool({}, async ({ kysely }: TestDatabase) => {
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(kysely)
    const url = new URL(databaseUrl(process.env['DATABASE_URL'] ?? '', rows[0]?.name ?? ''))
    of.relay = await openRelay(url)
    url.hostname = '127.0.0.1'
    url.port = of.relay.port
    return openDatabase({ url: url.href, dataDir: '' })
  })
  /** The round trips of the cheapest of several calls: a packet may be read in two parts. */
  const fewest = async (calls: readonly (() => Promise<{ readonly status: number }>)[]) => {
    let least = Infinity
    for (const call of calls) {
      const before = of.relay?.counted.roundTrips ?? 0
      expect((await call()).status).toBe(200)
      least = Math.min(least, (of.relay?.counted.roundTrips ?? 0) - before)
    }
    return least
  }
  return {
    school,
    fewest,
    async [Symbol.asyncDispose]() {
      await school[Symbol.asyncDispose]()
      of.relay?.close()
    },
  }
}

describe('a call of the counter waits for PostgreSQL', () => {
  const pay = (desk: Caller, rollNo: number, month: string) => () =>
    desk.post(
      `/finances/markIndividualVoucherAsPaid/Main%20Campus/5Red${rollNo}-${month}`,
      { receivedAmount: 4500, editedBy: '' },
      { 'idempotency-key': crypto.randomUUID() },
    )

  it('three times to receive a payment', async () => {
    await using counted = await openCountedSchool()
    const { school } = counted
    const desk = await school.as('office@main.test')
    for (let rollNo = 1; rollNo <= 6; rollNo += 1) await admit(desk)
    await generateAndPost(desk, 'Main Campus', '2026-12-01')
    // The first one prepares its statements.
    const payments = [1, 2, 3, 4, 5, 6].map((rollNo) => pay(desk, rollNo, '202612'))
    expect(await counted.fewest(payments)).toBe(3)
  })

  it('once to look up a student', async () => {
    await using counted = await openCountedSchool()
    const desk = await counted.school.as('office@main.test')
    const rollNo = await admit(desk)
    const lookUp = () => desk.get(`/admissions/getStudentInfo/${rollNo}/Main%20Campus`)
    expect(await counted.fewest(Array.from({ length: 6 }, () => lookUp))).toBe(1)
  })
})
