// Who calls: the session of the request's cookie, bound to the transaction of the call.

import type { Endpoint } from '#contract/endpoint.ts'
import { deviceWords, longestUserAgent } from '#domain/device-words.ts'
import { Refused } from '#domain/outcome.ts'
import type { Schema } from '#server/database/schema.ts'
import type { Origin } from '#server/records/recorded-event.ts'
import { mintScope, type Scope } from '#server/records/scope.ts'
import {
  bindOnStandby,
  bindSession,
  findSession,
  type CampusLock,
  type Credentials,
} from '#server/records/sessions.ts'
import type { FastifyRequest } from 'fastify'
import type { Kysely, Transaction } from 'kysely'
import { sessionHash } from './session-cookie.ts'

const locks: Record<Endpoint['effect'], CampusLock> = { reads: 'none', changes: 'shared', bulk: 'exclusive' }

/** Words of the user agents seen last: finding them takes longer than the rest of a call's record. */
const knownDevices = new Map<string, string>()
const mostDevices = 200

function deviceOf(userAgent: string): string {
  const known = knownDevices.get(userAgent)
  if (known !== undefined) return known
  if (knownDevices.size >= mostDevices) knownDevices.clear()
  const words = deviceWords(userAgent)
  knownDevices.set(userAgent, words)
  return words
}

/** Where a request comes from. */
export const originOf = ({ ip, id, headers }: FastifyRequest): Origin => ({
  address: ip,
  device: deviceOf(headers['user-agent']?.slice(0, longestUserAgent) ?? ''),
  requestId: id,
})

/** What the request shows of its caller; refuses as signed out where it carries no session. */
export function readCredentials(endpoint: Endpoint, request: FastifyRequest, now: Date): Credentials {
  const tokenHash = sessionHash(request)
  if (!tokenHash) throw new Refused({ code: 'signed-out' })
  const managesUsers = endpoint.access === 'admin'
  return { tokenHash, now, lock: locks[endpoint.effect], managesUsers, origin: originOf(request) }
}

export interface Session {
  readonly scope: Scope
  /** Whether the session must be touched after the call to stay alive. */
  readonly isStale: boolean
}

/** Binds the transaction to the caller's campus and returns its scope; refuses where the session is not valid. */
export async function authenticate(trx: Transaction<Schema>, credentials: Credentials): Promise<Session> {
  const session = await bindSession(trx, credentials)
  if (!session) throw new Refused({ code: 'signed-out' })
  const { staff, rules, rights, isStale } = session
  const { tokenHash, now, origin } = credentials
  return { scope: mintScope(trx, staff, now, { sessionHash: tokenHash, rules, rights, origin }), isStale }
}

/** A session that the primary knows, for a call that is read from a standby. */
export interface StandbySession {
  /** The position of the primary's log that the standby must have replayed. */
  readonly position: string
  /** Binds a transaction of the standby as `authenticate` binds one of the primary. */
  readonly authenticate: (trx: Transaction<Schema>) => Promise<Session>
}

/** Checks the session on the primary; refuses where it is not valid. */
export async function authenticateForStandby(
  primary: Kysely<Schema>,
  credentials: Credentials,
): Promise<StandbySession> {
  const session = await findSession(primary, credentials)
  if (!session) throw new Refused({ code: 'signed-out' })
  const { staff, rules, rights, position, isStale } = session
  const { tokenHash, now, origin } = credentials
  return {
    position,
    async authenticate(trx) {
      await bindOnStandby(trx, staff)
      return { scope: mintScope(trx, staff, now, { sessionHash: tokenHash, rules, rights, origin }), isStale }
    },
  }
}
