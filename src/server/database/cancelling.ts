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
    // It would end the wait for a synchronous standby, not the commit.
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

function cancelWhenGone(
  checks: Kysely<Schema>,
  gone: AbortSignal,
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
  const watch = (): void => gone.addEventListener('abort', cancel)
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
      // A late cancellation must not meet the next user of the connection.
      await stop()
      connection.release()
    },
  }
}

export type RunUntilGone = <T>(gone: AbortSignal, work: (db: Kysely<Schema>) => Promise<T>) => Promise<T>

/** When `gone` is aborted, the running statement is cancelled and no further one is sent: the transaction is rolled back. */
export const runUntilGone =
  (connections: Connections, checks: Kysely<Schema>): RunUntilGone =>
  async (gone, work) => {
    const { connections: own, end } = cancelWhenGone(checks, gone, await connections.connect())
    try {
      return await work(kyselyOn(own))
    } finally {
      await end()
    }
  }
