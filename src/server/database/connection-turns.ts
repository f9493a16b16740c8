// The turns on the one connection of the embedded database. Short calls go first; reports share the rest.

/** A report that has waited this long goes before the short calls. */
const longestWaitMs = 10_000
/** As for a pool: a caller who waits longer is refused as without a database. */
const waitLimitMs = 30_000
/**
 * After a report behind which a short call had to wait, the connection is left to short calls for this many times as long
 * as the report took: most calls of the counter then find none before them.
 */
const restFactor = 2
/** `short` is a call of the counter, `look-up` one that only reads, `long` a report or maintenance. */
type TurnKind = 'short' | 'look-up' | 'long'

export interface Turn {
  /** True if a report lends its own turn: the connection is in the middle of its transaction. */
  readonly isLent: boolean
  /** Gives the connection back; to be called once. */
  readonly end: () => void
}

interface Waiting {
  readonly kind: TurnKind
  readonly since: number
  readonly start: (turn: Turn) => void
}

/** One place; `take` resolves with the turn. */
export class ConnectionTurns {
  readonly #now: () => number
  readonly #waitLimitMs: number
  /** In the order of their coming. */
  readonly #short = new Set<Waiting>()
  readonly #long = new Set<Waiting>()
  #isTaken = false
  /** The time at which the report that has the turn last had the connection back, and for how long it lent it. */
  #ownSince = 0
  #lentMs = 0
  /** The time until which reports wait although nothing is running. */
  #restUntil = -Infinity
  #rest: NodeJS.Timeout | undefined

  constructor(now: () => number = () => performance.now(), limitMs: number = waitLimitMs) {
    this.#now = now
    this.#waitLimitMs = limitMs
  }

  take(kind: TurnKind): Promise<Turn> {
    const line = kind === 'long' ? this.#long : this.#short
    return new Promise((resolve, reject) => {
      const waitLimit = setTimeout(() => {
        line.delete(waiting)
        // In the words of the driver's own pool.
        reject(new Error('timeout exceeded when trying to connect'))
      }, this.#waitLimitMs)
      const waiting: Waiting = {
        kind,
        since: this.#now(),
        start(turn) {
          clearTimeout(waitLimit)
          line.delete(waiting)
          resolve(turn)
        },
      }
      line.add(waiting)
      this.#startNext()
    })
  }

  /**
   * Lends the turn of a report to the look-ups that wait now, one after the other; resolves when the last of them has ended.
   * After the first one no further look-up begins once they have had the connection for as long as the report had it
   * since it lent it last: look-ups that keep coming at most double its time.
   */
  async lend(): Promise<void> {
    const began = this.#now()
    const ownMs = began - this.#ownSince
    for (const waiting of [...this.#short].filter(({ kind }) => kind === 'look-up')) {
      // One whose time was over has left meanwhile.
      if (!this.#short.has(waiting)) continue
      await new Promise<void>((end) => waiting.start({ isLent: true, end }))
      if (this.#now() - began >= ownMs) break
    }
    this.#ownSince = this.#now()
    this.#lentMs += this.#ownSince - began
  }

  #start(waiting: Waiting): void {
    this.#isTaken = true
    const began = this.#now()
    this.#ownSince = began
    this.#lentMs = 0
    waiting.start({ isLent: false, end: () => this.#end(waiting.kind, began) })
  }

  #end(kind: TurnKind, began: number): void {
    this.#isTaken = false
    const now = this.#now()
    if (kind === 'long' && this.#short.size > 0) {
      this.#restUntil = now + restFactor * (now - began - this.#lentMs)
    }
    this.#startNext()
  }

  #startNext(): void {
    if (this.#isTaken) return
    const [short] = this.#short
    const [long] = this.#long
    const now = this.#now()
    const isOverdue = long !== undefined && now - long.since >= longestWaitMs
    if (isOverdue && now >= this.#restUntil) this.#start(long)
    else if (short) this.#start(short)
    else if (long && now >= this.#restUntil) this.#start(long)
    else if (long) this.#startAfterRest()
  }

  #startAfterRest(): void {
    clearTimeout(this.#rest)
    this.#rest = setTimeout(() => this.#startNext(), Math.ceil(this.#restUntil - this.#now()))
  }
}
