/** Chance that falls the same way every time: the demo school is the same school on every machine. */
export interface Dice {
  /** At least 0, below 1. */
  readonly roll: () => number
  /** A whole number from `low` to `high`, both included. */
  readonly between: (low: number, high: number) => number
  readonly chance: (probability: number) => boolean
  readonly oneOf: <const T>(choices: readonly [T, ...T[]]) => T
  /** One of the choices, each as often as its weight says. */
  readonly weighted: <T>(choices: readonly [Weighted<T>, ...Weighted<T>[]]) => T
}

export type Weighted<T> = readonly [choice: T, weight: number]

/** Mulberry32: small, fast and the same on every engine. */
export function newDice(seed: number): Dice {
  let state = Math.trunc(seed)

  const roll = () => {
    state = Math.trunc(state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const between = (low: number, high: number) => low + Math.floor(roll() * (high - low + 1))

  return {
    roll,
    between,
    chance: (probability) => roll() < probability,
    oneOf: (choices) => choices[between(0, choices.length - 1)] ?? choices[0],
    weighted(choices) {
      let left = roll() * choices.reduce((total, [, weight]) => total + weight, 0)
      for (const [choice, weight] of choices) {
        left -= weight
        if (left < 0) return choice
      }
      return choices[0][0]
    },
  }
}
