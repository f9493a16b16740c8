import type { FastifyRequest } from 'fastify'
import type { Kysely, Transaction } from 'kysely'
import type { Endpoint } from '#contract/endpoint.ts'
import { deviceWords, longestUserAgent } from '#domain/device-words.ts'
import { Refused } from '#domain/outcome.ts'
import type { Schema } from '#server/database/schema.ts'
import type { Origin } from '#server/records/recorded-event.ts'
import { mintScope, type Scope } from '#server/records/scope.ts'
import { isSessionConfirmed } from '#server/records/staff/own-sessions.ts'
import {
  bindOnStandby,
  bindSession,
  findSession,
  type CampusLock,
  type Credentials,
} from '#server/records/staff/sessions.ts'
import { hashOfToken, sessionHash } from './session-cookie.ts'

const locks: Record<Endpoint['effect'], CampusLock> = { reads: 'none', changes: 'shared', bulk: 'exclusive' }

/** Finding the words of a user agent takes longer than the rest of a call's record. */
const wordsOfAgents = new Map<string, string>()
const mostAgents = 200

function deviceOf(userAgent: string): string {
  const known = wordsOfAgents.get(userAgent)
  if (known !== undefined) return known
  if (wordsOfAgents.size >= mostAgents) wordsOfAgents.clear()
  const words = deviceWords(userAgent)
  wordsOfAgents.set(userAgent, words)
  return words
}

export const originOf = ({ ip, id, headers }: FastifyRequest): Origin => ({
  address: ip,
  device: deviceOf(headers['user-agent']?.slice(0, longestUserAgent) ?? ''),
  requestId: id,
})

const confirmationHeader = 'x-confirmation'

function readConfirmation(request: FastifyRequest): Buffer | null {
  const confirmation = request.headers[confirmationHeader]
  return typeof confirmation === 'string' && confirmation !== '' ? hashOfToken(confirmation) : null
}

export interface ShownCredentials extends Credentials {
  /** Null if the call needs no confirmation or shows none. */
  readonly confirmationHash: Buffer | null
}

/** Refuses as signed out if the request carries no session. */
export function readCredentials(endpoint: Endpoint, request: FastifyRequest, now: Date): ShownCredentials {
  const tokenHash = sessionHash(request)
  if (!tokenHash) throw new Refused({ code: 'signed-out' })
  return {
    tokenHash,
    now,
    lock: locks[endpoint.effect],
    managesUsers: endpoint.access === 'admin',
    origin: originOf(request),
    confirmationHash: endpoint.confirmed ? readConfirmation(request) : null,
  }
}

export interface Session {
  readonly scope: Scope
  readonly isStale: boolean
  /** True if a guarded call showed that the password was entered again in this session. */
  readonly isConfirmed: boolean
}

/** Binds the transaction to the caller's campus; refuses if the session is not valid. */
export async function authenticate(
  trx: Transaction<Schema>,
  { confirmationHash, ...credentials }: ShownCredentials,
): Promise<Session> {
  const { tokenHash, now, origin } = credentials
  // Checks this before the transaction is bound to a role that does not see it; other calls do not ask.
  const isConfirmed =
    confirmationHash !== null && (await isSessionConfirmed(trx, tokenHash, confirmationHash, now))
  const session = await bindSession(trx, credentials)
  if (!session) throw new Refused({ code: 'signed-out' })
  const { staff, isStale, ...context } = session
  const scope = mintScope(trx, staff, now, { sessionHash: tokenHash, origin, ...context })
  return { scope, isStale, isConfirmed }
}

/** Checks the session on the primary and returns a function that binds a transaction of a standby; refuses an invalid session. */
export async function authenticateForStandby(
  primary: Kysely<Schema>,
  credentials: Credentials,
  asOf: Date,
): Promise<(trx: Transaction<Schema>) => Promise<Session>> {
  const session = await findSession(primary, credentials)
  if (!session) throw new Refused({ code: 'signed-out' })
  const { staff, isStale, ...context } = session
  const { tokenHash, now, origin } = credentials
  return async (trx) => {
    await bindOnStandby(trx, staff)
    const scope = mintScope(trx, staff, now, { sessionHash: tokenHash, origin, asOf, ...context })
    return { scope, isStale, isConfirmed: false }
  }
}
