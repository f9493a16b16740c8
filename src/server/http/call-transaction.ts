// Binds the transaction of a call to the campus in the session's own row.

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { Endpoint } from '#contract/endpoint.ts'
import {
  authenticate,
  authenticateForStandby,
  type CallCredentials,
  type Session,
} from '#server/auth/authenticate.ts'
import type { OpenDatabase } from '#server/database/open.ts'
import type { Schema } from '#server/database/schema.ts'
import { readOnly, transact } from '#server/database/transaction.ts'
import { disconnectSignal } from './call-end.ts'
import { isLong } from './call-limits.ts'

interface Call {
  readonly database: OpenDatabase
  readonly endpoint: Endpoint
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

type Run<T> = (session: Session) => Promise<T>

/**
 * Runs a call in one transaction, on the standby if it may and can answer, otherwise on the primary. A call that fails
 * on the standby is not repeated once `hasStarted` returns true, because a part of the reply was already sent.
 */
export async function inTransaction<T>(
  call: Call,
  credentials: CallCredentials,
  run: Run<T>,
  hasStarted: () => boolean,
): Promise<T> {
  const { database, endpoint } = call
  const { standby } = database
  const result = endpoint.fromStandby && (await onStandby(database, credentials, run, hasStarted))
  if (result) return result.answer
  try {
    return await onPrimary(call, credentials, run)
  } finally {
    if (endpoint.effect !== 'reads') standby?.noteWrite(sessionOf(credentials))
  }
}

const sessionOf = ({ tokenHash }: CallCredentials): string => tokenHash.toString('base64')

/** Runs a call on the standby; null if the primary has to answer. */
async function onStandby<T>(
  { kysely, standby }: OpenDatabase,
  credentials: CallCredentials,
  run: Run<T>,
  hasStarted: () => boolean,
): Promise<{ readonly answer: T } | null> {
  if (!standby) return null
  const lagMs = standby.hasWritten(sessionOf(credentials)) ? null : standby.lagMs()
  if (lagMs !== null) {
    const asOf = new Date(credentials.now.getTime() - lagMs)
    const bind = await authenticateForStandby(kysely, credentials, asOf)
    const read = (db: Kysely<Schema>) => readOnly(db).execute(async (trx) => run(await bind(trx)))
    const result = await standby.read(read, hasStarted)
    if (result) return result
  }
  standby.countPrimaryRead()
  return null
}

async function onPrimary<T>(
  { database, endpoint, request, reply }: Call,
  credentials: CallCredentials,
  run: Run<T>,
): Promise<T> {
  const { kysely, reports = kysely, runUntilDisconnected } = database
  const work = (db: Kysely<Schema>) =>
    transact(db, endpoint.effect === 'reads' ? 'read' : 'write', async (trx) =>
      run(await authenticate(trx, credentials)),
    )
  if (!isLong(endpoint)) return work(kysely)
  // Long calls have connections of their own, and their statements are cancelled when the caller disconnects.
  return runUntilDisconnected ? runUntilDisconnected(disconnectSignal(request, reply), work) : work(reports)
}
