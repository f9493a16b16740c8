// Statements are cancelled by PostgreSQL's own request on a connection of its own. It names the client's connection, so it
// also works through a pooler, which knows what the number of PostgreSQL's process does not: whose statement runs there.

import { connect } from 'node:net'
import type { Kysely } from 'kysely'
import type { PoolClient } from 'pg'
import { isCommitting } from './commit.ts'
import { kyselyOn, type Connection, type Connections } from './kysely-on.ts'
import type { Schema } from './schema.ts'

const cancelRequest = 80_877_102
/** Without an answer in this time the statement ends at its own time-out. */
const answerMs = 5000

/** Cancels the statement that the connection runs, if any. Resolves once that was passed on; never rejects. */
export async function cancelStatement(client: PoolClient): Promise<void> {
  // It would end the wait for a synchronous standby, not the commit.
  if (isCommitting(client)) return
  const { host, port } = client
  const packet = Buffer.alloc(16)
  packet.writeInt32BE(packet.length, 0)
  packet.writeInt32BE(cancelRequest, 4)
  // The driver's type leaves out what the server greeted it with.
  packet.writeInt32BE(Number(Reflect.get(client, 'processID')), 8)
  packet.writeInt32BE(Number(Reflect.get(client, 'secretKey')), 12)
  await new Promise<void>((resolve) => {
    const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
    // The other side closes it: a pooler would forget a request whose sender closes first.
    socket.setTimeout(answerMs, () => socket.destroy())
    socket.on('error', () => {})
    socket.once('connect', () => socket.write(packet))
    socket.resume()
    socket.once('close', () => resolve())
  })
}

/** One connection that its caller releases. */
function keptOpen(connection: Connection): Connections {
  const { client } = connection
  const query: Connection['query'] = (statement, values) => connection.query(statement, values)
  const kept = { client, query, release: () => {} }
  return { connect: async () => kept, end: async () => {} }
}

/** Runs work that is no longer wanted once `gone` is aborted. */
export type RunUntilGone = <T>(gone: AbortSignal, work: (db: Kysely<Schema>) => Promise<T>) => Promise<T>

/**
 * Runs work on one of the connections; its running statement is cancelled when `gone` is aborted, so that its transaction
 * is rolled back and it rejects.
 */
export const runUntilGone =
  (connections: Connections): RunUntilGone =>
  async (gone, work) => {
    const connection = await connections.connect()
    let cancelling: Promise<void> = Promise.resolve()
    const cancel = (): void => {
      cancelling = cancelStatement(connection.client)
    }
    gone.addEventListener('abort', cancel)
    try {
      gone.throwIfAborted()
      return await work(kyselyOn(keptOpen(connection)))
    } finally {
      gone.removeEventListener('abort', cancel)
      // A cancellation that is still on its way must not meet the next user of the connection.
      await cancelling
      connection.release()
    }
  }
