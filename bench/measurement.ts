/** A measured job, compared with its reference from the same run. */
export interface BenchRow {
  /** The number of the goal, with a letter if one goal has several rows: `2b`. */
  readonly row: string
  readonly what: string
  /** The portal's figure (the median of several runs) in `unit`. */
  readonly ours: number
  readonly p95?: number
  /** The reference L in the same unit; null if the goal is a plain figure. */
  readonly limit: number | null
  readonly unit: 'ms' | 's' | 'min' | 'per s' | 'GB' | 'MB' | 'kB' | 'x' | 'statements'
  readonly goal: string
  readonly holds: boolean
  /** The figure that the goal limits (higher is worse): ours / L, or ours if the goal is a plain figure. */
  readonly compared: number
  /** Compressed bytes of one reply. */
  readonly bytes?: number
  /** SQL statements of one request, without BEGIN and COMMIT; undefined if they cannot be counted. */
  readonly statements?: number | undefined
  /** Peak memory of the server during the job (in row 12: of the page's process), in megabytes. */
  readonly memory?: number
  readonly note?: string
}

type Result = Pick<BenchRow, 'ours' | 'p95' | 'limit' | 'unit' | 'goal' | 'holds' | 'compared'>

const sorted = (values: readonly number[]): number[] => values.toSorted((one, other) => one - other)

/** Returns `12` for `12b`. */
export const goalOfRow = (row: string): string => row.replace(/\D+$/, '')

/** Returns the median; for an even number of values, the lower of the two middle values. */
export const median = (values: readonly number[]): number =>
  sorted(values)[(values.length - 1) >> 1] ?? Number.NaN

export const p95 = (values: readonly number[]): number =>
  sorted(values)[Math.ceil(values.length * 0.95) - 1] ?? Number.NaN

/** Does the work and returns the milliseconds that it took. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

export interface Repeats {
  readonly warmUps: number
  readonly runs: number
}

/** Runs a job once and returns its milliseconds. */
export type Run = (turn: number) => Promise<number>

/** Returns the milliseconds of each run after the warm-ups. */
export async function repeat(run: Run, { warmUps, runs }: Repeats): Promise<number[]> {
  const times: number[] = []
  for (let turn = 0; turn < warmUps + runs; turn += 1) times.push(await run(turn))
  return times.slice(warmUps)
}

export interface Times {
  readonly ours: readonly number[]
  readonly limit: readonly number[]
}

/** Alternates runs of portal and reference, so that noise on the machine affects both equally. */
export async function alternate(ours: Run, limit: Run, repeats: Repeats): Promise<Times> {
  const limits: number[] = []
  const both: Run = async (turn) => {
    limits.push(await limit(turn))
    return ours(turn)
  }
  return { ours: await repeat(both, repeats), limit: limits.slice(repeats.warmUps) }
}

export const atMostTimes = (ours: number, limit: number, factor: number): Result => ({
  ours,
  limit,
  unit: 'ms',
  goal: `<= ${factor} L`,
  holds: ours <= factor * limit,
  compared: ours / limit,
})

/** The result of a goal by which the portal takes at most `factor` times as long as the reference. */
export const timesLimit = ({ ours, limit }: Times, factor: number): Result => ({
  ...atMostTimes(median(ours), median(limit), factor),
  p95: p95(ours),
})

/** The result of a goal with a fixed maximum; the reference is shown for information. */
export const atMost = (
  ours: number,
  unit: BenchRow['unit'],
  max: number,
  limit: number | null = null,
): Result => ({
  ours,
  limit,
  unit,
  goal: `<= ${max}${unit === 'x' || unit === 'statements' ? '' : ` ${unit}`}`,
  holds: ours <= max,
  compared: ours,
})

/** The result of a goal for a rate per second: at least the reference's rate divided by `divisor`. */
export const rateOf = (ours: number, limit: number, divisor: number): Result => ({
  ours,
  limit,
  unit: 'per s',
  goal: `>= L / ${divisor}`,
  holds: ours * divisor >= limit,
  compared: limit / ours,
})

const digits = (value: number): string =>
  value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(value >= 10 ? 1 : 2)

/** `12.3 ms`, `1,234 per s`. */
export const format = (value: number, unit: BenchRow['unit']): string =>
  unit === 'statements' ? String(value) : `${digits(value)} ${unit}`

/** Returns ours / L (for a rate L / ours), so that higher is always worse; empty without a reference. */
export function ratio({ ours, limit, unit }: BenchRow): string {
  if (limit === null) return ''
  return digits(unit === 'per s' ? limit / ours : ours / limit)
}

const keyOf = ({ row, what }: BenchRow): string => `${row} ${what}`

/** Formats the figure of a goal: `1.56`, or `12.3 ms` for a plain figure. */
const comparedFigure = ({ compared, ours, unit }: BenchRow): string =>
  compared === ours ? format(ours, unit) : digits(compared)

/** Takes each row from its median run (the better of two middle runs) and adds the figures of all runs to the note. */
export function middleRows(runs: readonly (readonly BenchRow[])[]): readonly BenchRow[] {
  if (runs.length === 1) return runs[0] ?? []
  const all = runs.flat()
  return [...new Set(all.map(keyOf))].flatMap((key) => {
    const rows = all.filter((row) => keyOf(row) === key)
    const middle = rows.toSorted((one, other) => one.compared - other.compared)[(rows.length - 1) >> 1]
    if (!middle) return []
    const figures = `runs: ${rows.map(comparedFigure).join(', ')}`
    return { ...middle, note: middle.note === undefined ? figures : `${middle.note}; ${figures}` }
  })
}

/** Times a fixed computation, in milliseconds. On an undisturbed machine a run does not change this time. */
export function calibrate(): Promise<number> {
  return repeat(computation, { warmUps: 0, runs: 7 }).then(median)
}

const computation: Run = () =>
  timed(async () => {
    let sum = 0
    for (let step = 0; step < 20_000_000; step += 1) sum = (sum * 31 + step) | 0
    return sum
  })
