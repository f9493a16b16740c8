/** Passes a slot to the next caller; must be called once. */
export type Release = () => void

interface Slots {
  /** The maximum number of callers that run at once. */
  readonly running: number
  /** The maximum number of callers that wait. */
  readonly waiting: number
  readonly waitMs: number
}

/** Thrown if too many callers wait already, or if no slot became free in time. */
export class NoSlot extends Error {
  constructor() {
    super('No place became free')
  }
}

/** Limits the callers that run at once; the others wait in order of arrival. */
export class Semaphore {
  readonly #slots: Slots
  readonly #waiting = new Set<() => void>()
  #running = 0

  constructor(slots: Slots) {
    this.#slots = slots
  }

  get isIdle(): boolean {
    return this.#running === 0
  }

  /** Takes a slot. Rejects with NoSlot, or the signal's reason if a waiting caller disconnects. */
  async enter(disconnected?: () => AbortSignal): Promise<Release> {
    if (this.#running < this.#slots.running) this.#running += 1
    else await this.#wait(disconnected?.())
    return () => {
      const [next] = this.#waiting
      if (next) next()
      else this.#running -= 1
    }
  }

  /** Resolves when another caller passes on its slot. */
  #wait(disconnected: AbortSignal | undefined): Promise<void> {
    disconnected?.throwIfAborted()
    if (this.#waiting.size >= this.#slots.waiting) throw new NoSlot()
    return new Promise((resolve, reject) => {
      const finishing = (act: () => void) => (): void => {
        this.#waiting.delete(start)
        clearTimeout(timer)
        disconnected?.removeEventListener('abort', abort)
        act()
      }
      const start = finishing(resolve)
      const abort = finishing(() => reject(disconnected?.reason))
      const timer = setTimeout(
        finishing(() => reject(new NoSlot())),
        this.#slots.waitMs,
      ).unref()
      disconnected?.addEventListener('abort', abort)
      this.#waiting.add(start)
    })
  }
}

/** Limits the callers of each key separately; a semaphore is kept only while a caller uses it. */
export class SemaphoreByKey {
  readonly #slots: Slots
  readonly #byKey = new Map<string, Semaphore>()

  constructor(slots: Slots) {
    this.#slots = slots
  }

  async enter(key: string, disconnected?: () => AbortSignal): Promise<Release> {
    const semaphore = this.#byKey.get(key) ?? new Semaphore(this.#slots)
    this.#byKey.set(key, semaphore)
    const release = await semaphore.enter(disconnected)
    return () => {
      release()
      if (semaphore.isIdle) this.#byKey.delete(key)
    }
  }
}
