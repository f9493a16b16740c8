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
      // The next sign-in takes over this slot.
      const next = this.#known.shift() ?? this.#unknown.shift()
      if (next) next()
      else this.#running -= 1
    }
  }
}
