// Guessing a password is slowed down; the right one from a known device waits for no other device (decision record 46).

import type { FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import { Refused } from '#domain/outcome.ts'
import type { Schema } from '#server/database/schema.ts'
import {
  findDeviceState,
  rememberDevice,
  type DeviceState,
  type DeviceUse,
} from '#server/records/staff/known-devices.ts'
import { forgetAttempts, recordAttempt, type AttemptCounts } from '#server/records/staff/sign-in-attempts.ts'
import { countedAddress } from './client-address.ts'
import { deviceToken } from './device-cookie.ts'
import { hashOfToken, newToken } from './session-cookie.ts'

/** The time for which a failed attempt counts. */
const attemptCountsMinutes = 15

interface Limit {
  /** The number of free attempts. */
  readonly free: number
  readonly longestWaitSeconds: number
}

// Limits per address are lenient, because an office shares one address; limits per user and address are strict.
const limits = {
  device: { free: 5, longestWaitSeconds: 300 },
  userAtAddress: { free: 5, longestWaitSeconds: 300 },
  user: { free: 20, longestWaitSeconds: 60 },
  address: { free: 60, longestWaitSeconds: 30 },
} as const satisfies Record<string, Limit>

type AttemptCount = Extract<AttemptCounts, { device: unknown }>['device']

function waitFor({ free, longestWaitSeconds }: Limit, { count, last }: AttemptCount, now: Date): number {
  if (count < free || !last) return 0
  const pause = Math.min(2 ** (count - free), longestWaitSeconds)
  const left = Math.ceil((last.getTime() + pause * 1000 - now.getTime()) / 1000)
  return Math.min(pause, Math.max(0, left))
}

/** Seconds until the next attempt is accepted: twice as long after each failure, up to a limit. */
const secondsToWait = (counts: AttemptCounts, now: Date): number =>
  'device' in counts
    ? waitFor(limits.device, counts.device, now)
    : Math.max(
        waitFor(limits.userAtAddress, counts.userAtAddress, now),
        waitFor(limits.user, counts.user, now),
        waitFor(limits.address, counts.address, now),
      )

interface Attempt {
  readonly userId: string
  readonly request: FastifyRequest
  readonly now: Date
}

/** An attempt that was recorded, so that its password may be compared. */
export interface SignInAttempt extends Omit<Attempt, 'request'>, DeviceState {
  readonly address: string
  /** The token of the browser; null if it sent none. */
  readonly device: string | null
  readonly deviceHash: Buffer | null
}

/** Records an attempt before its password is compared; refuses it with the seconds to wait while there were too many. */
export async function beginAttempt(
  db: Kysely<Schema>,
  { userId, request, now }: Attempt,
): Promise<SignInAttempt> {
  const since = new Date(now.getTime() - attemptCountsMinutes * 60_000)
  const deviceHash = hashOfDevice(request)
  const attempt = { userId, address: countedAddress(request.ip), deviceHash, now }
  const { wait, ...state } = await recordAttempt(db, { ...attempt, since }, secondsToWait)
  if (wait > 0) throw new Refused({ code: 'too-many-tries', facts: { retryAfter: wait } })
  return { ...attempt, ...state, device: deviceToken(request) }
}

const hashOfDevice = (request: FastifyRequest): Buffer | null => {
  const device = deviceToken(request)
  return device === null ? null : hashOfToken(device)
}

/** The state of the browser for this user, before an attempt is recorded. */
export const stateOfDevice = (db: Kysely<Schema>, { request, ...of }: Attempt): Promise<DeviceState> =>
  findDeviceState(db, { ...of, deviceHash: hashOfDevice(request) })

interface KnownUse extends Pick<DeviceUse, 'userId' | 'proof' | 'now'>, Pick<DeviceState, 'isKnownBrowser'> {
  readonly device: string | null
}

/**
 * Makes the browser a known device of the user. Returns the token for its cookie: its own, or a new one if no user of
 * the portal signed in with it, so that no one can choose it.
 */
export async function makeKnown(
  db: Kysely<Schema>,
  { device, isKnownBrowser, ...use }: KnownUse,
): Promise<string> {
  const token = device !== null && isKnownBrowser ? device : newToken().token
  await rememberDevice(db, { ...use, deviceHash: hashOfToken(token) })
  return token
}

/** Forgets the failures after the right password, and makes the browser a known device; returns the token for its cookie. */
export async function completeAttempt(
  db: Kysely<Schema>,
  attempt: SignInAttempt,
  sessionHash: Buffer,
): Promise<string> {
  const { userId, now, device, isKnownBrowser } = attempt
  const use = { userId, now, device, isKnownBrowser, proof: { sessionHash } }
  const [token] = await Promise.all([makeKnown(db, use), forgetAttempts(db, attempt)])
  return token
}
