// Statements are cancelled by PostgreSQL's own request on a connection of its own. It names the client's connection, so it
// also works through a pooler, which knows what the number of PostgreSQL's process does not: whose statement runs there.

import type { Kysely } from 'kysely'
import { Connection as WireConnection, type ConnectionConfig, type PoolClient } from 'pg'
import { isCommitting } from './commit.ts'
import { kyselyOn, type Connection, type Connections } from './kysely-on.ts'
import type { Schema } from './schema.ts'

/** Without an answer in this time the statement ends at its own time-out. */
const answerMs = 5000

/** What the driver's types leave out. */
interface RawConnection extends WireConnection {
  readonly connect: (port: number | string, host?: string) => void
  readonly requestSsl: () => void
  readonly cancel: (process: unknown, secretKey: unknown) => void
}

/** Cancels the statement that the connection runs, if any. Resolves once that was passed on; never rejects. */
export async function cancelStatement(client: PoolClient): Promise<void> {
  // It would end the wait for a synchronous standby, not the commit.
  if (isCommitting(client)) return
  const of = (name: string): unknown => Reflect.get(client, name)
  const [ssl, sslNegotiation] = [of('ssl'), of('sslNegotiation')]
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the driver's own settings of the other connection
  const connection = new WireConnection({ ssl, sslNegotiation } as ConnectionConfig) as RawConnection
  const send = (): void => connection.cancel(of('processID'), of('secretKey'))
  await new Promise<void>((resolve) => {
    const timer = setTimeout(() => connection.stream.destroy(), answerMs)
    connection.once('connect', () => {
      if (!ssl) send()
      else if (sslNegotiation !== 'direct') connection.requestSsl()
    })
    connection.once('sslconnect', send)
    connection.on('error', () => connection.stream.destroy())
    // The other side closes it: a pooler would forget a request whose sender closes first.
    connection.once('end', () => {
      clearTimeout(timer)
      resolve()
    })
    const { host, port } = client
    if (host.startsWith('/')) connection.connect(`${host}/.s.PGSQL.${port}`)
    else connection.connect(port, host)
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
