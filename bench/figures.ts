// What is made of many single times, and how ours and its limit are taken in turn.

const sorted = (taken: readonly number[]): number[] => taken.toSorted((one, other) => one - other)

/** The middle one; the lower of the two middle ones of an even number. */
export const median = (taken: readonly number[]): number =>
  sorted(taken)[(taken.length - 1) >> 1] ?? Number.NaN

/** What 95 of a hundred stay within. */
export const p95 = (taken: readonly number[]): number =>
  sorted(taken)[Math.min(taken.length - 1, Math.ceil(taken.length * 0.95) - 1)] ?? Number.NaN

/** Milliseconds that a piece of work takes. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

interface Times {
  /** Not counted: the first ones pay for what later ones find ready. */
  readonly warmUps?: number
  readonly runs: number
}

type Once = (turn: number) => Promise<number>

/** Takes the same measure again and again; milliseconds. */
export async function repeat(once: Once, { warmUps = 2, runs }: Times): Promise<number[]> {
  const taken: number[] = []
  for (let turn = 0; turn < warmUps + runs; turn += 1) {
    const ms = await once(turn)
    if (turn >= warmUps) taken.push(ms)
  }
  return taken
}

export interface SideBySide {
  readonly ours: number[]
  readonly limit: number[]
}

/** Takes ours and its limit in turn, so that what disturbs the machine disturbs both; milliseconds. */
export async function sideBySide(ours: Once, limit: Once, times: Times): Promise<SideBySide> {
  const besides: number[] = []
  const taken = await repeat(async (turn) => {
    besides.push(await limit(turn))
    return ours(turn)
  }, times)
  return { ours: taken, limit: besides.slice(-times.runs) }
}

/** A loop that only reckons: the same number of milliseconds on a machine that nothing disturbs. */
export function calibrate(): number {
  const taken = Array.from({ length: 7 }, () => {
    const begun = performance.now()
    let sum = 0
    for (let step = 0; step < 20_000_000; step += 1) sum = (sum * 31 + step) | 0
    return sum === 1 ? Number.NaN : performance.now() - begun
  })
  return median(taken)
}
