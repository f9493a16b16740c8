// Limits concurrent calls: they share a bounded number of places, fairly by campus, then by session.

export interface Caller {
  readonly campus: string
  readonly session: string
}

export interface FairLimits {
  /** The most calls that run at once: of a session, of a campus, of the server. */
  readonly running: Shares
  /** The most calls that wait for that. */
  readonly waiting: Shares
  /** The longest wait of a call. */
  readonly waitMs: number
  /** A call that has run this long counts as stuck behind a lock or a slow statement. */
  readonly stuckMs: number
  /** The number of stuck calls of one kind at which no further one of that kind starts. */
  readonly stuckOfKind: number
  /** The number of stuck calls that give up their places to others. */
  readonly spare: number
}

interface Shares {
  readonly session: number
  readonly campus: number
  readonly server: number
}

/** The reason why a call may not run: too many calls of the session, or of the others; or no place was free in time. */
export type Crowded = 'session' | 'others' | 'time'

export class CrowdedOut extends Error {
  readonly by: Crowded

  constructor(by: Crowded) {
    super(`No place for this call: ${by}`)
    this.by = by
  }
}

/** The time, and a timer that returns the function that stops it. */
export interface Timer {
  readonly now: () => number
  readonly after: (ms: number, act: () => void) => () => void
}

const realTimer: Timer = {
  now: () => performance.now(),
  after(ms, act) {
    const timer = setTimeout(act, ms)
    timer.unref()
    return () => clearTimeout(timer)
  },
}

/** A place to run in; to be left once. */
export type Leave = () => void

interface Running extends Caller {
  readonly kind: string
  readonly since: number
}

interface Waiting extends Caller {
  readonly kind: string
  readonly start: () => void
}

const isOf = (caller: Caller) => ({
  session: ({ session }: Caller): boolean => session === caller.session,
  campus: ({ campus }: Caller): boolean => campus === caller.campus,
})

/** The places for calls; those that find none wait, each campus in turn and within it each session in turn. */
export class FairQueue {
  readonly #limits: FairLimits
  readonly #timer: Timer
  readonly #running = new Set<Running>()
  /** In the order of their coming. */
  readonly #waiting = new Set<Waiting>()
  /** The times at which campuses and sessions last got a place: the one that has waited longest is next. */
  readonly #servedAt = new Map<string, number>()
  #served = 0

  constructor(limits: FairLimits, timer: Timer = realTimer) {
    this.#limits = limits
    this.#timer = timer
  }

  /** The numbers of calls that run and wait. */
  counts(): { readonly running: number; readonly waiting: number } {
    return { running: this.#running.size, waiting: this.#waiting.size }
  }

  /**
   * Waits for a place; `kind` names what the call does. Rejects with CrowdedOut, or with the signal's reason if the
   * caller goes away meanwhile; no signal is made for a call that does not wait.
   */
  enter(caller: Caller, kind: string, gone?: () => AbortSignal): Promise<Leave> {
    if (this.#mayRun({ ...caller, kind })) return Promise.resolve(this.#run({ ...caller, kind }))
    const crowded = this.#crowdedBy(caller)
    if (crowded) return Promise.reject(new CrowdedOut(crowded))
    return this.#wait(caller, kind, gone?.())
  }

  #wait(caller: Caller, kind: string, gone?: AbortSignal): Promise<Leave> {
    if (gone?.aborted) return Promise.reject(asError(gone.reason))
    return new Promise((resolve, reject) => {
      const end = (): void => {
        this.#waiting.delete(waiting)
        stopTimer()
        gone?.removeEventListener('abort', leave)
      }
      const leave = (): void => {
        end()
        reject(asError(gone?.reason))
      }
      const waiting: Waiting = {
        ...caller,
        kind,
        start: () => {
          end()
          resolve(this.#run({ ...caller, kind }))
        },
      }
      const stopTimer = this.#timer.after(this.#limits.waitMs, () => {
        end()
        reject(new CrowdedOut('time'))
      })
      gone?.addEventListener('abort', leave)
      this.#waiting.add(waiting)
    })
  }

  #run(call: Caller & { readonly kind: string }): Leave {
    const running: Running = { ...call, since: this.#timer.now() }
    this.#running.add(running)
    this.#markServed(call)
    // A call that becomes stuck leaves its place to others.
    const stopTimer = this.#timer.after(this.#limits.stuckMs, () => this.#startNext())
    return () => {
      if (!this.#running.delete(running)) return
      stopTimer()
      this.#startNext()
    }
  }

  #markServed({ campus, session }: Caller): void {
    this.#served += 1
    this.#servedAt.set(`campus ${campus}`, this.#served)
    this.#servedAt.set(`session ${session}`, this.#served)
    // A caller who is not known was served long ago.
    if (this.#servedAt.size > 10_000) this.#servedAt.clear()
  }

  #mayRun(call: Caller & { readonly kind: string }): boolean {
    const { running: most, stuckOfKind, spare, stuckMs } = this.#limits
    const of = isOf(call)
    const all = [...this.#running]
    const stuck = all.filter(({ since }) => this.#timer.now() - since >= stuckMs)
    return (
      all.length - Math.min(stuck.length, spare) < most.server &&
      all.filter(of.session).length < most.session &&
      all.filter(of.campus).length < most.campus &&
      stuck.filter(({ kind }) => kind === call.kind).length < stuckOfKind
    )
  }

  #crowdedBy(caller: Caller): Crowded | null {
    const { waiting: most } = this.#limits
    const of = isOf(caller)
    const all = [...this.#waiting]
    if (all.filter(of.session).length >= most.session) return 'session'
    return all.filter(of.campus).length >= most.campus || all.length >= most.server ? 'others' : null
  }

  #startNext(): void {
    for (let next = this.#next(); next; next = this.#next()) next.start()
  }

  /**
   * The next of those that may run: of the campus served longest ago, the session served longest ago; its first call.
   */
  #next(): Waiting | undefined {
    const servedAt = (who: string): number => this.#servedAt.get(who) ?? 0
    const rank = ({ campus, session }: Caller) => [
      servedAt(`campus ${campus}`),
      servedAt(`session ${session}`),
    ]
    let best: { readonly waiting: Waiting; readonly rank: readonly number[] } | undefined
    for (const waiting of this.#waiting) {
      if (!this.#mayRun(waiting)) continue
      const its = rank(waiting)
      if (!best || isBefore(its, best.rank)) best = { waiting, rank: its }
    }
    return best?.waiting
  }
}

const isBefore = ([campus = 0, session = 0]: readonly number[], [other = 0, last = 0]: readonly number[]) =>
  campus < other || (campus === other && session < last)

const asError = (reason: unknown): Error =>
  reason instanceof Error ? reason : new Error('The caller has gone')
