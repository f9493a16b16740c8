/** Random choices that depend only on a seed. */
export interface SeededRandom {
  readonly integerBelow: (end: number) => number
  readonly chance: (probability: number) => boolean
  /** Returns a random value. Throws if there is none. */
  readonly pick: <T>(values: readonly T[]) => T
}

/** Creates a seeded pseudo-random generator (mulberry32). */
export function seeded(seed: number): SeededRandom {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const integerBelow = (end: number) => Math.floor(next() * end)
  return {
    integerBelow,
    chance: (probability) => next() < probability,
    pick: (values) => {
      const [value] = values.slice(integerBelow(values.length))
      if (value === undefined) throw new Error('Nothing to pick from')
      return value
    },
  }
}
