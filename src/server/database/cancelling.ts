import { setTimeout as pause } from 'node:timers/promises'
import { sql, type Kysely } from 'kysely'
import type { PoolClient } from 'pg'
import { isCommitting } from './commit.ts'
import { kyselyOn, type Connection, type Connections } from './kysely-on.ts'
import type { Schema } from './schema.ts'

/** A cancellation between two statements cancels neither, so it is repeated. */
const againMs = 500

/** Cancels the statement that the connection runs, if any, over one of `checks`. Never rejects. */
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

/** Further statements are refused. */
interface CancelledConnection {
  /** A pool of one, which `end` releases. */
  readonly connections: Connections
  readonly end: () => Promise<void>
}

function cancelOnDisconnect(
  checks: Kysely<Schema>,
  disconnected: AbortSignal,
  connection: Connection,
): CancelledConnection {
  const { client } = connection
  const over = new AbortController()
  let cancelling: Promise<void> = Promise.resolve()
  const cancel = (): void => {
    cancelling = cancelUntil(over.signal)
  }
  /** Cancels what the connection runs, again and again until the signal is aborted. */
  async function cancelUntil(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await cancelStatement(checks, client)
      await pause(againMs, undefined, { signal }).catch(() => {})
    }
  }
  const watch = (): void => disconnected.addEventListener('abort', cancel)
  /** Resolves when no cancellation is on its way. */
  async function stop(): Promise<void> {
    disconnected.removeEventListener('abort', cancel)
    if (disconnected.aborted) over.abort()
    await cancelling
  }
  /** A cancelled ROLLBACK would leave the connection in a failed transaction. */
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
  const kept = { client, query, release: () => {} }
  watch()
  return {
    connections: { connect: async () => kept, end: async () => {} },
    async end() {
      // A late cancellation must not meet the next user of the connection.
      await stop()
      connection.release()
    },
  }
}

/** Runs work that is no longer wanted once `disconnected` is aborted. */
export type RunUntilDisconnected = <T>(
  disconnected: AbortSignal,
  work: (db: Kysely<Schema>) => Promise<T>,
) => Promise<T>

/**
 * Runs work on one of the connections. When `disconnected` is aborted its running statement is cancelled and no further
 * one is sent, so that its transaction is rolled back and it rejects.
 */
export const runUntilDisconnected =
  (connections: Connections, checks: Kysely<Schema>): RunUntilDisconnected =>
  async (disconnected, work) => {
    const { connections: own, end } = cancelOnDisconnect(checks, disconnected, await connections.connect())
    try {
      return await work(kyselyOn(own))
    } finally {
      await end()
    }
  }
