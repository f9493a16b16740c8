import { once } from 'node:events'
import { createServer } from 'node:net'
import { sql, type Kysely } from 'kysely'
import type { Pool } from 'pg'
import { describe, expect, it } from 'vitest'
import { speedups } from '#server/database/fast/statements.ts'
import { connectionsOf, kyselyOn } from './kysely-on.ts'
import { serverPool, standbyPools } from './pools.ts'
import type { Schema } from './schema.ts'

/** AuthenticationOk and ReadyForQuery, PostgreSQL's first messages to a client. */
const greeting = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49])

/** Opens a server that accepts each connection and closes it at the first statement, like a server that shuts down. */
async function openClosingServer() {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => {
      socket.write(greeting)
      socket.once('data', () => socket.destroy())
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  return { url: `postgres://portal@127.0.0.1:${port}/nothing`, close: () => server.close() }
}

const outcome = (db: Kysely<Schema>) =>
  sql`select 1`.execute(db).then(
    () => 'answered',
    (error: unknown) => String(error),
  )

describe('a connection that is lost before its first statement is answered', () => {
  it.each<[what: string, open: (url: string) => Pool]>([
    ['the checks of a standby', (url) => standbyPools(url).checks],
    ['the reports from a standby', (url) => standbyPools(url).reports],
    ['all other calls', (url) => serverPool(url, () => {})],
  ])('does not occupy a slot in the pool for %s', async (_, open) => {
    const server = await openClosingServer()
    const pool = open(server.url)
    const db = kyselyOn(connectionsOf(pool, pool.options.max === 1 ? [] : speedups))
    try {
      for (let attempt = 0; attempt <= pool.options.max; attempt += 1) {
        expect(await outcome(db)).toMatch(/Connection terminated unexpectedly|ECONNRESET/)
      }
      expect(pool.totalCount).toBe(0)
      await db.destroy()
    } finally {
      server.close()
    }
  })
})
