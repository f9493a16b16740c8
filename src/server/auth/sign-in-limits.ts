// Slows the guessing of passwords, and limits concurrent sign-ins. Attempts on other devices never delay a known device
// (decision record 46).

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
import { deviceToken, hashOfToken, newToken } from './cookies.ts'

const attemptCountsMinutes = 15

interface Limit {
  readonly free: number
  readonly longestWaitSeconds: number
}

// Lenient per address, because an office shares one; strict per user and address.
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
  const remaining = Math.ceil((last.getTime() + pause * 1000 - now.getTime()) / 1000)
  return Math.min(pause, Math.max(0, remaining))
}

/** Doubles the wait after each failure, up to a limit. */
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

/** A recorded attempt, whose password may be compared. */
export interface SignInAttempt extends Omit<Attempt, 'request'>, DeviceState {
  readonly address: string
  /** The browser's token; null if it sent none. */
  readonly device: string | null
  readonly deviceHash: Buffer | null
}

/** Records an attempt before its password is compared; refuses an attempt that must wait, with the seconds. */
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

/** Returns the state of the browser for this user, before an attempt is recorded. */
export const stateOfDevice = (db: Kysely<Schema>, { request, ...user }: Attempt): Promise<DeviceState> =>
  findDeviceState(db, { ...user, deviceHash: hashOfDevice(request) })

interface KnownUse extends Pick<DeviceUse, 'userId' | 'proof' | 'now'>, Pick<DeviceState, 'isKnownBrowser'> {
  readonly device: string | null
}

/** Returns the browser's token for the cookie; a new one if no user signed in with it, so that nobody can choose it. */
export async function makeKnown(
  db: Kysely<Schema>,
  { device, isKnownBrowser, ...use }: KnownUse,
): Promise<string> {
  const token = device !== null && isKnownBrowser ? device : newToken().token
  await rememberDevice(db, { ...use, deviceHash: hashOfToken(token) })
  return token
}

/** Forgets the failures after the right password and makes the browser a known device; returns the cookie's token. */
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

// Limits concurrent sign-ins, because each password hash occupies a core and 19 MiB.

/** Leaves one of the four threads of Node's pool free to compress replies and check passwords of signed-in users. */
const maxConcurrent = 3

type Start = () => void

/** Runs at most `maxConcurrent` sign-ins at a time; waiting sign-ins from known devices run first. */
export class SignInQueue {
  readonly #known: Start[] = []
  readonly #unknown: Start[] = []
  #running = 0

  /** Calls `isKnownDevice` only if the sign-in has to wait. */
  async run<T>(isKnownDevice: () => Promise<boolean>, signIn: () => Promise<T>): Promise<T> {
    const isKnown = this.#running >= maxConcurrent && (await isKnownDevice())
    if (this.#running < maxConcurrent) this.#running += 1
    else await new Promise<void>((start) => (isKnown ? this.#known : this.#unknown).push(start))
    try {
      return await signIn()
    } finally {
      // The next sign-in gets this slot.
      const next = this.#known.shift() ?? this.#unknown.shift()
      if (next) next()
      else this.#running -= 1
    }
  }
}
