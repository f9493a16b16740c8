import type { FastifyRequest } from 'fastify'
import type { Kysely, Transaction } from 'kysely'
import type { Endpoint } from '#contract/endpoint.ts'
import { describeDevice, longestUserAgent } from '#domain/device-words.ts'
import { Refused } from '#domain/outcome.ts'
import type { Schema } from '#server/database/schema.ts'
import { createScope, type Origin, type Scope } from '#server/records/scope.ts'
import { isSessionConfirmed } from '#server/records/staff/own-sessions.ts'
import {
  bindSession,
  bindToReader,
  findSession,
  type CampusLock,
  type Credentials,
} from '#server/records/staff/sessions.ts'
import { hashOfToken, sessionHash } from './cookies.ts'

const locks: Record<Endpoint['effect'], CampusLock> = { reads: 'none', changes: 'shared', bulk: 'exclusive' }

/** Caches the device of each user agent, because parsing one takes longer than the rest of recording a call. */
const deviceByUserAgent = new Map<string, string>()
const maxCachedUserAgents = 200

function deviceOf(userAgent: string): string {
  const cached = deviceByUserAgent.get(userAgent)
  if (cached !== undefined) return cached
  if (deviceByUserAgent.size >= maxCachedUserAgents) deviceByUserAgent.clear()
  const device = describeDevice(userAgent)
  deviceByUserAgent.set(userAgent, device)
  return device
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

export interface CallCredentials extends Credentials {
  /** Null if the call needs no confirmation, or carries none. */
  readonly confirmationHash: Buffer | null
}

/** Reads the credentials of a call; refuses a request without a session as signed out. */
export function readCredentials(endpoint: Endpoint, request: FastifyRequest, now: Date): CallCredentials {
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
  /** True if the call needs a confirmation and carries proof that the password was entered again in this session. */
  readonly isConfirmed: boolean
}

/** Binds the transaction to the caller's campus; refuses if the session is not valid. */
export async function authenticate(
  trx: Transaction<Schema>,
  { confirmationHash, ...credentials }: CallCredentials,
): Promise<Session> {
  const { tokenHash, now, origin } = credentials
  // Checked before the transaction takes a database role that cannot read it; a call without confirmation skips this.
  const isConfirmed =
    confirmationHash !== null && (await isSessionConfirmed(trx, tokenHash, confirmationHash, now))
  const session = await bindSession(trx, credentials)
  if (!session) throw new Refused({ code: 'signed-out' })
  const { staff, isStale, ...context } = session
  const scope = createScope(trx, staff, now, { sessionHash: tokenHash, origin, ...context })
  return { scope, isStale, isConfirmed }
}

/** Checks the session on the primary; refuses an invalid one. Returns a function that binds a standby's transaction. */
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
    await bindToReader(trx, staff)
    const scope = createScope(trx, staff, now, { sessionHash: tokenHash, origin, asOf, ...context })
    return { scope, isStale, isConfirmed: false }
  }
}
