// Statements of a call whose caller has gone are cancelled on PostgreSQL, so that they do not keep working for no one.

import { type Kysely, sql } from 'kysely'
import type { Schema } from './schema.ts'

/**
 * Runs `work` on one connection of `db`; its running statement is cancelled when `gone` is aborted, so that its
 * transaction is rolled back and it rejects. `checks` are connections of the same database that do the cancelling.
 */
export const cancelledWith = <T>(
  { db, checks }: { readonly db: Kysely<Schema>; readonly checks: Kysely<Schema> },
  gone: AbortSignal,
  work: (connection: Kysely<Schema>) => Promise<T>,
): Promise<T> =>
  db.connection().execute(async (connection) => {
    gone.throwIfAborted()
    const { rows } = await sql<{ readonly process: number }>`select pg_backend_pid() as process`.execute(
      connection,
    )
    const process = rows[0]?.process ?? 0
    let cancelling: Promise<unknown> = Promise.resolve()
    const cancel = (): void => {
      // Without an answer the statement ends at its own time-out.
      cancelling = sql`select pg_cancel_backend(${process})`.execute(checks).catch(() => {})
    }
    gone.addEventListener('abort', cancel)
    try {
      gone.throwIfAborted()
      return await work(connection)
    } finally {
      gone.removeEventListener('abort', cancel)
      // A cancellation that is still on its way must not meet the next user of the connection.
      await cancelling
    }
  })
