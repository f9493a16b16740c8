// Limits the calls that run at once, so that no session and no campus takes the server from the others.

import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { Refused, type Refusal } from '#domain/outcome.ts'
import { CrowdedOut, FairQueue, type Crowded, type FairLimits, type Leave } from './fair-queue.ts'
import { SessionCampuses, type FindCampuses } from './session-campuses.ts'

/**
 * A page shows one report at a time: with two of one session the counter would wait more than twice as long (row 21 of
 * docs/performance.md). Eight replies that are not read fit into the server's memory, and four reports at once
 * (database/pools.ts) keep two cores busy.
 */
const longLimits: FairLimits = {
  running: { session: 1, campus: 4, server: 8 },
  waiting: { session: 10, campus: 20, server: 60 },
  // A page shows its progress meanwhile; after this time it is better to say that it takes long.
  waitMs: 30_000,
  // A long statement is no sign of anything, and it ends at its own time-out.
  stuckMs: 120_000,
  stuckOfKind: Infinity,
  spare: 0,
}

/**
 * Six short calls at once keep two cores busy, and a page makes about six when it opens. Of the eight connections of the
 * counter (database/pools.ts) two are left for others if calls wait for a locked table.
 */
const shortLimits: FairLimits = {
  running: { session: 4, campus: 5, server: 6 },
  waiting: { session: 100, campus: 400, server: 1000 },
  waitMs: 30_000,
  stuckMs: 1000,
  stuckOfKind: 2,
  spare: 2,
}

/** True if a call takes long by its nature: a report, a file, or a change of many records. */
export const isLong = ({ replyAs, fromStandby, effect }: Endpoint): boolean =>
  replyAs !== undefined || fromStandby === true || effect === 'bulk'

const retryAfterSeconds = 5

function refusalOf({ replyAs, fromStandby }: Endpoint, by: Crowded): Refusal {
  const facts = { retryAfter: retryAfterSeconds }
  if (replyAs === undefined && !fromStandby) return { code: 'too-many-calls', facts }
  return { code: by === 'session' ? 'reports-running' : 'reports-waiting', facts }
}

/** The places of all calls of signed-in staff. */
export class CallLimits {
  readonly #short = new FairQueue(shortLimits)
  readonly #long = new FairQueue(longLimits)
  readonly #campuses: SessionCampuses

  constructor(find: FindCampuses) {
    this.#campuses = new SessionCampuses(find)
  }

  /**
   * Waits until the call may run; refuses it as signed out if its cookie is of no session, or if too many wait, and
   * rejects if its caller goes away.
   */
  async enter(
    endpoint: Endpoint,
    { ip }: FastifyRequest,
    tokenHash: Buffer,
    gone: () => AbortSignal,
  ): Promise<Leave> {
    const campus = await this.#campuses.campusOf(tokenHash, ip)
    if (campus === null) throw new Refused({ code: 'signed-out' })
    const caller = { session: tokenHash.toString('base64'), campus }
    try {
      return await (isLong(endpoint) ? this.#long : this.#short).enter(caller, endpoint.path, gone)
    } catch (error) {
      if (error instanceof CrowdedOut) throw new Refused(refusalOf(endpoint, error.by))
      throw error
    }
  }

  /** Takes note of a session that has just begun, so that its calls are not looked up beside made-up ones. */
  remember(tokenHash: Buffer, campus: string): void {
    this.#campuses.remember(tokenHash, campus)
  }

  /** Looks a session up again at its next call, after one could not be bound to it: it may have ended. */
  forget(tokenHash: Buffer): void {
    this.#campuses.forget(tokenHash)
  }

  /** The numbers of calls that run and wait, by kind. */
  counts() {
    return { short: this.#short.counts(), long: this.#long.counts() }
  }
}
