import { setTimeout as pause } from 'node:timers/promises'
import { sql, type Kysely } from 'kysely'
import type { PoolClient } from 'pg'
import { isCommitting, kyselyOn, type Connection, type Connections } from './kysely-on.ts'
import type { Schema } from './schema.ts'

/** The interval of repeated cancellations: a cancellation between two statements cancels neither. */
const repeatMs = 500

/** Cancels the running statement of a connection, if any, through one of `checks`. Never rejects. */
export async function cancelStatement(checks: Kysely<Schema>, client: PoolClient): Promise<void> {
  const cancel = async (db: Kysely<Schema>): Promise<void> => {
    // A cancellation would end the wait for a synchronous standby, not the commit.
    if (isCommitting(client)) return
    const process: unknown = Reflect.get(client, 'processID')
    await sql`select pg_cancel_backend(${process}::int)`.execute(db)
  }
  await checks
    .connection()
    .execute(cancel)
    .catch(() => {})
}

/** A connection that refuses further statements once its caller has disconnected. */
interface CancelledConnection {
  /** A pool of one connection, which `end` releases. */
  readonly connections: Connections
  readonly end: () => Promise<void>
}

function cancelOnDisconnect(
  checks: Kysely<Schema>,
  disconnected: AbortSignal,
  connection: Connection,
): CancelledConnection {
  const { client } = connection
  const stopped = new AbortController()
  let cancelling: Promise<void> = Promise.resolve()
  const cancel = (): void => {
    cancelling = cancelUntil(stopped.signal)
  }
  /** Cancels the running statement repeatedly until the signal is aborted. */
  async function cancelUntil(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await cancelStatement(checks, client)
      await pause(repeatMs, undefined, { signal }).catch(() => {})
    }
  }
  const watch = (): void => disconnected.addEventListener('abort', cancel)
  /** Resolves when no cancellation is under way. */
  async function stop(): Promise<void> {
    disconnected.removeEventListener('abort', cancel)
    if (disconnected.aborted) stopped.abort()
    await cancelling
  }
  /** Rolls back without cancellations: a cancelled ROLLBACK would leave the connection in a failed transaction. */
  async function rollBack(): Promise<unknown> {
    await stop()
    try {
      return await connection.query('rollback', [])
    } finally {
      if (!disconnected.aborted) watch()
    }
  }
  const query: Connection['query'] = async (statement, values) => {
    if (statement === 'rollback') return rollBack()
    disconnected.throwIfAborted()
    return connection.query(statement, values)
  }
  const onlyConnection = { client, query, release: () => {} }
  watch()
  return {
    connections: { connect: async () => onlyConnection, end: async () => {} },
    async end() {
      // A late cancellation must not meet the next user of the connection.
      await stop()
      connection.release()
    },
  }
}

/** Runs work until `disconnected` is aborted. */
export type RunUntilDisconnected = <T>(
  disconnected: AbortSignal,
  work: (db: Kysely<Schema>) => Promise<T>,
) => Promise<T>

/**
 * Runs work on one of the connections. When `disconnected` is aborted, cancels its running statement and sends no
 * further statement, so that its transaction is rolled back and the work rejects.
 */
export const runUntilDisconnected =
  (connections: Connections, checks: Kysely<Schema>): RunUntilDisconnected =>
  async (disconnected, work) => {
    const { connections: pool, end } = cancelOnDisconnect(checks, disconnected, await connections.connect())
    try {
      return await work(kyselyOn(pool))
    } finally {
      await end()
    }
  }
