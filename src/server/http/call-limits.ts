// How many calls run at once, so that no session and no campus takes the server from the others.

import type { Endpoint } from '#contract/endpoint.ts'
import { Refused, type Refusal } from '#domain/outcome.ts'
import { CrowdedOut, FairQueue, type Crowded, type FairLimits, type Leave } from './fair-queue.ts'

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
 * counter (database/pools.ts) two are left for others where calls wait for a locked table.
 */
const shortLimits: FairLimits = {
  running: { session: 4, campus: 5, server: 6 },
  waiting: { session: 100, campus: 400, server: 1000 },
  waitMs: 30_000,
  stuckMs: 1000,
  stuckOfKind: 2,
  spare: 2,
}

/** Whether a call takes long by its nature: a report, a file, or a change of many records. */
export const isLong = ({ replyAs, fromStandby, effect }: Endpoint): boolean =>
  replyAs !== undefined || fromStandby === true || effect === 'bulk'

const retryAfterSeconds = 5

function refusalOf({ replyAs, fromStandby }: Endpoint, by: Crowded): Refusal {
  const facts = { retryAfter: retryAfterSeconds }
  if (replyAs === undefined && !fromStandby) return { code: 'too-many-calls', facts }
  return { code: by === 'session' ? 'reports-running' : 'reports-waiting', facts }
}

/** As many sessions as a server ever has at once. */
const rememberedSessions = 10_000

/** The places of all calls of signed-in staff. */
export class CallLimits {
  readonly #short = new FairQueue(shortLimits)
  readonly #long = new FairQueue(longLimits)
  /** The campus of each session that has called before. */
  readonly #campuses = new Map<string, string>()

  /** Waits until the call may run; refuses it where too many wait, and rejects where its caller goes away. */
  async enter(endpoint: Endpoint, tokenHash: Buffer, gone: () => AbortSignal): Promise<Leave> {
    const session = tokenHash.toString('base64')
    // Sessions that are not known share the places of one campus.
    const caller = { session, campus: this.#campuses.get(session) ?? '' }
    try {
      return await (isLong(endpoint) ? this.#long : this.#short).enter(caller, endpoint.path, gone)
    } catch (error) {
      if (error instanceof CrowdedOut) throw new Refused(refusalOf(endpoint, error.by))
      throw error
    }
  }

  /** Remembers the campus of a session, which is known once it has been authenticated. */
  remember(tokenHash: Buffer, campus: string): void {
    const session = tokenHash.toString('base64')
    if (this.#campuses.get(session) === campus) return
    if (this.#campuses.size >= rememberedSessions) this.#campuses.clear()
    this.#campuses.set(session, campus)
  }

  /** How many calls run and wait, by kind. */
  counts() {
    return { short: this.#short.counts(), long: this.#long.counts() }
  }
}
