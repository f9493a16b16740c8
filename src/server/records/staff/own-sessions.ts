// Sessions as users and their admins see them, with confirmations.

import { sql, type Transaction } from 'kysely'
import type { SessionReply } from '#contract/own-sessions.ts'
import type { Schema } from '#server/database/schema.ts'
import type { Scope } from '#server/records/scope.ts'

/** The token's hash never leaves the database. */
export interface SessionRow extends Omit<SessionReply, 'device'> {
  /** The browser's description of itself. */
  readonly agent: string
}

const columns = sql`session_id as "sessionId", address, agent, started_at as "startedAt", seen_at as "seenAt"`

/** Lists the user's sessions: the current session first, then by last use. */
export async function listOwnSessions({ trx, sessionHash }: Scope): Promise<SessionRow[]> {
  const { rows } = await sql<SessionRow>`
    select ${columns}, is_this as "isThis" from own_sessions(${sessionHash})
    order by is_this desc, seen_at desc, started_at desc`.execute(trx)
  return rows
}

/** Ends one session, or all others if `sessionId` is null. Returns the number of ended sessions. */
export async function endOwnSessions({ trx, sessionHash }: Scope, sessionId: string | null): Promise<number> {
  const { rows } = await sql<{ ended: number }>`
    select end_own_sessions(${sessionHash}, ${sessionId}::uuid) as ended`.execute(trx)
  return rows[0]?.ended ?? 0
}

/** Lists the sessions of a user by last use. Only an admin's calls may read them. */
export async function listSessionsOf({ trx, campus }: Scope, userId: string): Promise<SessionRow[]> {
  const { rows } = await sql<SessionRow>`
    select ${columns}, false as "isThis" from sessions where campus = ${campus} and user_id = ${userId}
    order by seen_at desc, started_at desc`.execute(trx)
  return rows
}

/** Ends one session of a user, or all if `sessionId` is null. Returns the number of ended sessions. */
export async function endSessionsNamed(
  { trx, campus }: Scope,
  userId: string,
  sessionId: string | null,
): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom('sessions')
    .where('campus', '=', campus)
    .where('user_id', '=', userId)
    .$if(sessionId !== null, (query) => query.where('session_id', '=', sessionId ?? ''))
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Continues the caller's session with another token. Returns false if the session ended meanwhile. */
export async function renewSession({ trx, sessionHash, now }: Scope, tokenHash: Buffer): Promise<boolean> {
  const { rows } = await sql<{ renewed: boolean }>`
    select renew_own_session(${sessionHash}, ${tokenHash}, ${now}::timestamptz) as renewed`.execute(trx)
  return rows[0]?.renewed ?? false
}

/** Saves a password confirmation that is valid until `until`. Returns false if the session has ended. */
export async function saveConfirmation(
  { trx, sessionHash }: Scope,
  confirmationHash: Buffer,
  until: Date,
): Promise<boolean> {
  const { rows } = await sql<{ saved: boolean }>`
    select confirm_own_session(${sessionHash}, ${confirmationHash}, ${until}::timestamptz) as saved`.execute(
    trx,
  )
  return rows[0]?.saved ?? false
}

/** True if this is the session's last confirmation and is still valid. Call it before the transaction is bound. */
export async function isSessionConfirmed(
  trx: Transaction<Schema>,
  tokenHash: Buffer,
  confirmationHash: Buffer,
  now: Date,
): Promise<boolean> {
  const row = await trx
    .selectFrom('sessions')
    .select('session_id')
    .where('token_hash', '=', tokenHash)
    .where('confirmation_hash', '=', confirmationHash)
    .where('confirmed_until', '>', now)
    .executeTakeFirst()
  return row !== undefined
}
