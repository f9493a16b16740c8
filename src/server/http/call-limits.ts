// Limits the calls that run at once, per session and on the whole server.

import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { Refused, type Refusal } from '#domain/outcome.ts'
import { countedAddress } from '#server/auth/client-address.ts'
import { NoPlace, Semaphore, SemaphoreByKey, type Leave } from '#server/database/semaphore.ts'

const waitMs = 30_000

/**
 * A page shows one report at a time; with two, the counter would wait more than twice as long (docs/performance.md, row
 * 21). Eight unread replies fit into memory, and four reports at once (database/pools.ts) keep two cores busy.
 */
const longPlaces = {
  session: { running: 1, waiting: 10, waitMs },
  server: { running: 8, waiting: 60, waitMs },
}

/** Six short calls at once keep two cores busy, and a page makes about six when it opens. */
const shortPlaces = {
  session: { running: 4, waiting: 100, waitMs },
  server: { running: 6, waiting: 1000, waitMs },
}

/**
 * Two tables of 64 MB at once take about 1 GB of the server's memory. The second body of a session is a retry after a
 * lost connection that the server has not noticed yet.
 */
const largeBodyPlaces = {
  session: { running: 2, waiting: 2, waitMs: 20_000 },
  server: { running: 2, waiting: 20, waitMs: 20_000 },
}

/** Limits the unknown cookies of one address that are looked up at once; an office shares an address. */
const unknownPlaces = { running: 5, waiting: 1000, waitMs }

/** More sessions than a server ever has at once. */
const maxKnown = 10_000

/** True for a report, a file, or a change of many records. */
export const isLong = ({ replyAs, fromStandby, effect }: Endpoint): boolean =>
  replyAs !== undefined || fromStandby === true || effect === 'bulk'

const retryAfterSeconds = 5

function refusalOf({ replyAs, fromStandby }: Endpoint, by: 'session' | 'server'): Refusal {
  const facts = { retryAfter: retryAfterSeconds }
  if (replyAs === undefined && !fromStandby) return { code: 'too-many-calls', facts }
  return { code: by === 'session' ? 'reports-running' : 'reports-waiting', facts }
}

interface CallPlaces {
  readonly bySession: SemaphoreByKey
  readonly ofServer: Semaphore
}

const placesFor = ({ session, server }: typeof longPlaces): CallPlaces => ({
  bySession: new SemaphoreByKey(session),
  ofServer: new Semaphore(server),
})

/** Refuses a call that gets no place. */
const refusing =
  (refusal: () => Refusal) =>
  (error: unknown): never => {
    throw error instanceof NoPlace ? new Refused(refusal()) : error
  }

/** True if the session exists; its validity is checked when a call is bound to it. */
type IsSession = (tokenHash: Buffer) => Promise<boolean>

export class CallLimits {
  readonly #short = placesFor(shortPlaces)
  readonly #long = placesFor(longPlaces)
  /** The places of large bodies, which are taken before the body arrives. */
  readonly largeBodies = placesFor(largeBodyPlaces)
  readonly #unknown = new SemaphoreByKey(unknownPlaces)
  readonly #known = new Set<string>()
  readonly #isSession: IsSession

  constructor(isSession: IsSession) {
    this.#isSession = isSession
  }

  /** Waits until the call may run. Refuses an unknown session or a full queue; rejects if the caller disconnects. */
  async enter(
    endpoint: Endpoint,
    { ip }: FastifyRequest,
    tokenHash: Buffer,
    disconnected: () => AbortSignal,
    { bySession, ofServer } = isLong(endpoint) ? this.#long : this.#short,
  ): Promise<Leave> {
    const session = tokenHash.toString('base64')
    if (!this.#known.has(session)) await this.#lookUp(endpoint, tokenHash, ip)
    const leaveSession = await bySession
      .enter(session, disconnected)
      .catch(refusing(() => refusalOf(endpoint, 'session')))
    try {
      const leaveServer = await ofServer
        .enter(disconnected)
        .catch(refusing(() => refusalOf(endpoint, 'server')))
      return () => {
        leaveServer()
        leaveSession()
      }
    } catch (problem) {
      leaveSession()
      throw problem
    }
  }

  /** Looks up an unknown cookie first, so that made-up cookies never take a place of calls. */
  async #lookUp(endpoint: Endpoint, tokenHash: Buffer, ip: string): Promise<void> {
    const leave = await this.#unknown
      .enter(countedAddress(ip))
      .catch(refusing(() => refusalOf(endpoint, 'server')))
    try {
      if (!(await this.#isSession(tokenHash))) throw new Refused({ code: 'signed-out' })
      this.remember(tokenHash)
    } finally {
      leave()
    }
  }

  remember(tokenHash: Buffer): void {
    if (this.#known.size >= maxKnown) this.#known.clear()
    this.#known.add(tokenHash.toString('base64'))
  }

  /** Makes the next call look the session up again, because it may have ended. */
  forget(tokenHash: Buffer): void {
    this.#known.delete(tokenHash.toString('base64'))
  }
}
