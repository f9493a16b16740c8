/** One line of the bench's table: one job measured beside its limit in the same run. */
export interface BenchRow {
  /** The number of the job in the list of goals, with a letter where a job is measured in more than one way: `6b`. */
  readonly row: string
  readonly what: string
  /** The median of ours, in `unit`. */
  readonly ours: number
  readonly p95?: number
  /** The same job at its limit, measured in the same run; null where the goal is a plain figure. */
  readonly limit: number | null
  readonly unit: 'ms' | 's' | 'per s' | 'MB' | 'kB' | 'ratio' | 'statements'
  /** The goal in words: `<= 2 L`. */
  readonly goal: string
  readonly holds: boolean
  /** The bytes of one answer on the wire. */
  readonly bytes?: number
  /** SQL statements of one call, without BEGIN and COMMIT. */
  readonly statements?: number
  /** The most memory of the server (or of the page's process) while the job ran, in megabytes. */
  readonly memory?: number
  readonly note?: string
}
