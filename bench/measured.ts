import { execFileSync } from 'node:child_process'
import { cpus, release, totalmem } from 'node:os'
import type { BenchRow } from './bench-row.ts'
import type { Size } from './data-set.ts'
import type { Growth } from './growth.ts'

/** All that one run of the bench found out. */
export interface Measured {
  readonly day: string
  readonly commit: string
  readonly machine: readonly string[]
  readonly size: Size
  readonly settings: Readonly<Record<string, string>>
  /** Milliseconds of the calibration loop before and after. */
  readonly calibration: readonly [number, number]
  readonly minutes: number
  readonly rows: readonly BenchRow[]
  readonly growth: readonly Growth[]
}

const commandOutput = (file: string, ...args: readonly string[]): string => {
  try {
    return execFileSync(file, args, { stdio: ['ignore', 'pipe', 'ignore'] })
      .toString()
      .trim()
  } catch {
    return 'unknown'
  }
}

/** The commit that was measured; with a mark where files differ from it. */
export const commitNow = (): string => {
  const changed =
    commandOutput('git', 'status', '--porcelain', '--', 'src', 'scripts', 'package-lock.json') !== ''
  return `${commandOutput('git', 'rev-parse', '--short', 'HEAD')}${changed ? ' with changes' : ''}`
}

/** What it was measured on, in words. */
export const machineNow = (postgres: string): readonly string[] => [
  `${cpus().length} x ${cpus()[0]?.model.trim() ?? 'CPU'}`,
  `${Math.round(totalmem() / 2 ** 30)} GiB of memory`,
  `Linux ${release()}`,
  `Node ${process.versions.node}`,
  `PostgreSQL ${postgres}`,
]
