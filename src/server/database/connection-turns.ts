// The embedded database has one connection: whose turn it is. Short calls go first; reports share what is left.

/** A report that has waited this long goes before the short calls. */
const longestWaitMs = 10_000
/** As for a pool: a caller who waits longer is refused as without a database. */
const waitLimitMs = 30_000
/**
 * After a report behind which a short call had to wait, the connection is left to short calls for this many times as long
 * as the report took: most calls of the counter then find none before them.
 */
const restFactor = 2
/** `short` is a call of the counter, `long` a report or maintenance. */
type TurnKind = 'short' | 'long'

interface Waiting {
  readonly since: number
  readonly start: () => void
}

/** One place; `take` resolves with how to give it back, to be called once. */
export class ConnectionTurns {
  readonly #now: () => number
  readonly #waiting: Readonly<Record<TurnKind, Set<Waiting>>> = { short: new Set(), long: new Set() }
  #isTaken = false
  /** Until when reports wait although nothing is running. */
  #restUntil = -Infinity
  #rest: NodeJS.Timeout | undefined

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  take(kind: TurnKind): Promise<() => void> {
    return new Promise((resolve, reject) => {
      const waitLimit = setTimeout(() => {
        this.#waiting[kind].delete(waiting)
        // In the words of the driver's own pool.
        reject(new Error('timeout exceeded when trying to connect'))
      }, waitLimitMs)
      const waiting: Waiting = {
        since: this.#now(),
        start: () => {
          clearTimeout(waitLimit)
          this.#waiting[kind].delete(waiting)
          this.#isTaken = true
          const began = this.#now()
          resolve(() => this.#give(kind, began))
        },
      }
      this.#waiting[kind].add(waiting)
      this.#startNext()
    })
  }

  #give(kind: TurnKind, began: number): void {
    this.#isTaken = false
    const now = this.#now()
    if (kind === 'long' && this.#waiting.short.size > 0) this.#restUntil = now + restFactor * (now - began)
    this.#startNext()
  }

  #startNext(): void {
    if (this.#isTaken) return
    const [short] = this.#waiting.short
    const [long] = this.#waiting.long
    const now = this.#now()
    const isOverdue = long !== undefined && now - long.since >= longestWaitMs
    if (isOverdue && now >= this.#restUntil) long.start()
    else if (short) short.start()
    else if (long && now >= this.#restUntil) long.start()
    else if (long) this.#startAfterRest()
  }

  #startAfterRest(): void {
    clearTimeout(this.#rest)
    this.#rest = setTimeout(() => this.#startNext(), Math.ceil(this.#restUntil - this.#now()))
  }
}
