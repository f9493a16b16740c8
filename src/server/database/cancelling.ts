// Statements are cancelled by PostgreSQL's own request on a connection of its own. It names the client's connection, so it
// also works through a pooler, which knows whose statement runs there, unlike the number of PostgreSQL's process.

import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { Connection as WireConnection, type ConnectionConfig, type PoolClient } from 'pg'
import { isCommitting } from './commit.ts'
import { kyselyOn, type Connection, type Connections } from './kysely-on.ts'
import type { Schema } from './schema.ts'

/** Without an answer in this time the statement ends at its own time-out. */
const answerMs = 5000
/** A cancellation that arrives between two statements cancels neither, so that it is repeated. */
const againMs = 500

/** The parts that the driver's types leave out. */
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
  const send = (): void => {
    if (isCommitting(client)) connection.stream.destroy()
    else connection.cancel(of('processID'), of('secretKey'))
  }
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

/** Cancels what the connection runs, again and again until `over` is aborted. Never rejects. */
async function cancelUntil(over: AbortSignal, client: PoolClient): Promise<void> {
  while (!over.aborted) {
    await cancelStatement(client)
    await pause(againMs, undefined, { signal: over }).catch(() => {})
  }
}

/** A connection whose statements are cancelled, and further ones refused, once its caller has gone. */
interface CancelledConnection {
  /** The connection as a pool of one, which `end` releases. */
  readonly connections: Connections
  readonly end: () => Promise<void>
}

function cancelWhenGone(gone: AbortSignal, connection: Connection): CancelledConnection {
  const { client } = connection
  const over = new AbortController()
  let cancelling: Promise<void> = Promise.resolve()
  const cancel = (): void => {
    cancelling = cancelUntil(over.signal, client)
  }
  const watch = (): void => gone.addEventListener('abort', cancel)
  /** Resolves when no cancellation is on its way. */
  async function stop(): Promise<void> {
    gone.removeEventListener('abort', cancel)
    if (gone.aborted) over.abort()
    await cancelling
  }
  /** A cancelled ROLLBACK would leave the connection in a failed transaction. */
  async function rollBack(): Promise<unknown> {
    await stop()
    try {
      return await connection.query('rollback', [])
    } finally {
      if (!gone.aborted) watch()
    }
  }
  const query: Connection['query'] = async (statement, values) => {
    if (statement === 'rollback') return rollBack()
    gone.throwIfAborted()
    return connection.query(statement, values)
  }
  const kept = { client, query, release: () => {} }
  watch()
  return {
    connections: { connect: async () => kept, end: async () => {} },
    async end() {
      // A cancellation that is still on its way must not meet the next user of the connection.
      await stop()
      connection.release()
    },
  }
}

/** Runs work that is no longer wanted once `gone` is aborted. */
export type RunUntilGone = <T>(gone: AbortSignal, work: (db: Kysely<Schema>) => Promise<T>) => Promise<T>

/**
 * Runs work on one of the connections. When `gone` is aborted its running statement is cancelled and no further one is
 * sent, so that its transaction is rolled back and it rejects.
 */
export const runUntilGone =
  (connections: Connections): RunUntilGone =>
  async (gone, work) => {
    const { connections: own, end } = cancelWhenGone(gone, await connections.connect())
    try {
      return await work(kyselyOn(own))
    } finally {
      await end()
    }
  }
