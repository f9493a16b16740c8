/** Frees a place for the next caller; must be called once. */
export type Leave = () => void

interface Places {
  /** The maximum number of callers that run at once. */
  readonly running: number
  /** The maximum number of callers that wait. */
  readonly waiting: number
  readonly waitMs: number
}

/** Thrown if too many callers wait already, or if no place became free in time. */
export class NoPlace extends Error {
  constructor() {
    super('No place became free')
  }
}

/** Limits the callers that run at once; the others wait in order of arrival. */
export class Semaphore {
  readonly #places: Places
  readonly #waiting = new Set<() => void>()
  #running = 0

  constructor(places: Places) {
    this.#places = places
  }

  get isIdle(): boolean {
    return this.#running === 0
  }

  /** Takes a place. Rejects with NoPlace, or the signal's reason if a waiting caller disconnects. */
  async enter(disconnected?: () => AbortSignal): Promise<Leave> {
    if (this.#running < this.#places.running) this.#running += 1
    else await this.#wait(disconnected?.())
    return () => {
      const [next] = this.#waiting
      if (next) next()
      else this.#running -= 1
    }
  }

  /** Resolves when another caller passes on its place. */
  #wait(disconnected: AbortSignal | undefined): Promise<void> {
    disconnected?.throwIfAborted()
    if (this.#waiting.size >= this.#places.waiting) throw new NoPlace()
    return new Promise((resolve, reject) => {
      const finishing = (act: () => void) => (): void => {
        this.#waiting.delete(start)
        clearTimeout(timer)
        disconnected?.removeEventListener('abort', leave)
        act()
      }
      const start = finishing(resolve)
      const leave = finishing(() => reject(disconnected?.reason))
      const timer = setTimeout(
        finishing(() => reject(new NoPlace())),
        this.#places.waitMs,
      ).unref()
      disconnected?.addEventListener('abort', leave)
      this.#waiting.add(start)
    })
  }
}

/** Limits the callers of each key separately; a semaphore is kept only while a caller uses it. */
export class SemaphoreByKey {
  readonly #places: Places
  readonly #byKey = new Map<string, Semaphore>()

  constructor(places: Places) {
    this.#places = places
  }

  async enter(key: string, disconnected?: () => AbortSignal): Promise<Leave> {
    const semaphore = this.#byKey.get(key) ?? new Semaphore(this.#places)
    this.#byKey.set(key, semaphore)
    const leave = await semaphore.enter(disconnected)
    return () => {
      leave()
      if (semaphore.isIdle) this.#byKey.delete(key)
    }
  }
}
