// Limits the calls that run at once, per session and on the whole server.

import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { Refused, type Refusal } from '#domain/outcome.ts'
import { countedAddress } from '#server/auth/client-address.ts'
import { NoSlot, Semaphore, SemaphoreByKey, type Release } from '#server/database/semaphore.ts'

const waitMs = 30_000

/**
 * A page shows one report at a time; with two, the counter would wait more than twice as long (docs/performance.md, row
 * 21). Eight unread replies fit into memory, and four reports at once (database/pools.ts) keep two cores busy.
 */
const longSlots = {
  session: { running: 1, waiting: 10, waitMs },
  server: { running: 8, waiting: 60, waitMs },
}

/** Six short calls keep two cores busy. A page makes about six when it opens; four leave room for other sessions. */
const shortSlots = {
  session: { running: 4, waiting: 100, waitMs },
  server: { running: 6, waiting: 1000, waitMs },
}

/**
 * Two uploaded tables of 64 MB, processed at the same time, take about 1 GB of the server's memory. The second body of
 * a session is a retry after a lost connection that the server has not noticed yet.
 */
const largeBodySlots = {
  session: { running: 2, waiting: 2, waitMs: 20_000 },
  server: { running: 2, waiting: 20, waitMs: 20_000 },
}

/** Limits concurrent look-ups of unknown cookies per address; it is not 1, because an office shares an address. */
const unknownSlots = { running: 5, waiting: 1000, waitMs }

/** More sessions than a server ever has at once. */
const maxKnown = 10_000

/** True for a report, a file, or a change of many records. */
export const isLong = ({ replyAs, fromStandby, effect }: Endpoint): boolean =>
  replyAs !== undefined || fromStandby === true || effect === 'bulk'

const retryAfterSeconds = 5

function refusalOf({ replyAs, fromStandby }: Endpoint, limitedBy: 'session' | 'server'): Refusal {
  const facts = { retryAfter: retryAfterSeconds }
  if (replyAs === undefined && !fromStandby) return { code: 'too-many-calls', facts }
  return { code: limitedBy === 'session' ? 'reports-running' : 'reports-waiting', facts }
}

interface CallSlots {
  readonly bySession: SemaphoreByKey
  readonly ofServer: Semaphore
}

const slotsFor = ({ session, server }: typeof longSlots): CallSlots => ({
  bySession: new SemaphoreByKey(session),
  ofServer: new Semaphore(server),
})

/** Refuses a call that gets no slot. */
const refusing =
  (refusal: () => Refusal) =>
  (error: unknown): never => {
    throw error instanceof NoSlot ? new Refused(refusal()) : error
  }

/** True if the session exists; its validity is checked when a call is bound to it. */
type IsSession = (tokenHash: Buffer) => Promise<boolean>

export class CallLimits {
  readonly #short = slotsFor(shortSlots)
  readonly #long = slotsFor(longSlots)
  /** The slots of large bodies, which are taken before the body arrives. */
  readonly largeBodies = slotsFor(largeBodySlots)
  readonly #unknown = new SemaphoreByKey(unknownSlots)
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
  ): Promise<Release> {
    const session = tokenHash.toString('base64')
    if (!this.#known.has(session)) await this.#lookUp(endpoint, tokenHash, ip)
    const releaseSession = await bySession
      .enter(session, disconnected)
      .catch(refusing(() => refusalOf(endpoint, 'session')))
    try {
      const releaseServer = await ofServer
        .enter(disconnected)
        .catch(refusing(() => refusalOf(endpoint, 'server')))
      return () => {
        releaseServer()
        releaseSession()
      }
    } catch (problem) {
      releaseSession()
      throw problem
    }
  }

  /** Looks up an unknown cookie first, so that forged cookies never occupy the slot of a call. */
  async #lookUp(endpoint: Endpoint, tokenHash: Buffer, ip: string): Promise<void> {
    const release = await this.#unknown
      .enter(countedAddress(ip))
      .catch(refusing(() => refusalOf(endpoint, 'server')))
    try {
      if (!(await this.#isSession(tokenHash))) throw new Refused({ code: 'signed-out' })
      this.remember(tokenHash)
    } finally {
      release()
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
