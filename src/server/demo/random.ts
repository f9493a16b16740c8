/** A generator that repeats its numbers for the same seed, so that the demo school is the same on every machine. */
export interface Random {
  /** Returns a number of at least 0 and below 1. */
  readonly next: () => number
  /** Returns a whole number from `low` to `high`, both included. */
  readonly between: (low: number, high: number) => number
  readonly chance: (probability: number) => boolean
  readonly oneOf: <const T>(choices: readonly [T, ...T[]]) => T
  readonly weighted: <T>(choices: readonly [Weighted<T>, ...Weighted<T>[]]) => T
}

export type Weighted<T> = readonly [choice: T, weight: number]

/** Creates a generator with Mulberry32, which is small, fast and the same on every engine. */
export function newRandom(seed: number): Random {
  let state = Math.trunc(seed)

  const next = () => {
    state = Math.trunc(state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))

  return {
    next,
    between,
    chance: (probability) => next() < probability,
    oneOf: (choices) => choices[between(0, choices.length - 1)] ?? choices[0],
    weighted(choices) {
      let remaining = next() * choices.reduce((total, [, weight]) => total + weight, 0)
      for (const [choice, weight] of choices) {
        remaining -= weight
        if (remaining < 0) return choice
      }
      return choices[0][0]
    },
  }
}
