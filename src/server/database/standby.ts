// A hot standby answers reports while it lags by less than a second (docs/decisions/0070-pool-transaction-query.md), so
// the primary does not run the reports of row 15 of docs/performance.md. It is off if DATABASE_REPLICA_URL is not set.

import { setTimeout as pause } from 'node:timers/promises'
import { sql, type Kysely } from 'kysely'
import type { Speedup } from '#server/database/fast/statements.ts'
import { connectionsOf, kyselyOn } from './kysely-on.ts'
import { standbyPools } from './pools.ts'
import type { Schema } from './schema.ts'
import { errorMessage } from './server-errors.ts'

/** The maximum lag of a standby from which reports are read. */
const maxLagMs = 1000
const checkIntervalMs = 250
const checkTimeoutMs = 2000
/** The time for which a session reads the primary after a write, so that it finds its changes. */
const ownWritesMs = 2000
const maxWriters = 10_000
/** Lag is reported only after this time, because a short lag is normal after a large write. */
const reportAfterMs = 5000

/** A switch of the reports to the standby or back to the primary, with its reason. */
export interface StandbyChange {
  readonly isUsed: boolean
  readonly reason: string
}

export interface Standby {
  /** Returns the upper limit of the lag in milliseconds; null if it is a second or more. */
  readonly lagMs: () => number | null
  readonly noteWrite: (session: string) => void
  /** True if the session has written in the last two seconds. */
  readonly hasWritten: (session: string) => boolean
  /** Returns null if the primary must answer: the standby is lost or cancelled the work. Throws if `hasStarted`. */
  readonly read: <T>(
    work: (db: Kysely<Schema>) => Promise<T>,
    hasStarted: () => boolean,
  ) => Promise<{ readonly answer: T } | null>
  readonly countPrimaryRead: () => void
  /** Returns the number of reports that each server answered. */
  readonly answered: () => { readonly standby: number; readonly primary: number }
  readonly close: () => Promise<void>
}

interface Settings {
  readonly url: string
  /** The database that `url` must be a standby of. */
  readonly primary: Kysely<Schema>
  readonly using: readonly Speedup[]
  readonly onChange: (change: StandbyChange) => void
}

/** Opens a standby. An unreachable standby is not an error, because it is checked repeatedly. */
export async function openStandby({ url, primary, using, onChange }: Settings): Promise<Standby> {
  const pools = standbyPools(url, { pipeline: using.includes('pipeline') })
  const reports = kyselyOn(connectionsOf(pools.reports, using))
  const checks = kyselyOn(connectionsOf(pools.checks, []))
  const closing = new AbortController()
  const answered = { standby: 0, primary: 0 }
  const report = reportOnce(onChange)
  /** The standby shows everything that was committed before this time, by `performance.now()`. */
  let caughtUpTo = -Infinity

  function lagMs(): number | null {
    const lag = performance.now() - caughtUpTo
    return lag < maxLagMs ? lag : null
  }

  function fail(problem: unknown): void {
    caughtUpTo = -Infinity
    report({ isUsed: false, reason: errorMessage(problem) })
  }

  async function check(): Promise<void> {
    const began = performance.now()
    try {
      const position = await findPosition(primary)
      // The standby cannot be compared with a primary that does not answer.
      if (position === null) return
      if (await catchUp(checks, position)) {
        caughtUpTo = began
        report({ isUsed: true, reason: 'it keeps up with the primary' })
      } else report({ isUsed: false, reason: 'it is behind the primary' }, reportAfterMs)
    } catch (problem) {
      if (closing.signal.aborted) return
      pools.disconnect()
      fail(problem)
    }
  }

  await check()
  void repeat(check, closing.signal)
  return {
    lagMs,
    ...noteWriters(),
    countPrimaryRead: () => (answered.primary += 1),
    answered: () => ({ ...answered }),

    async read(work, hasStarted) {
      try {
        const answer = await reports.connection().execute(work)
        answered.standby += 1
        return { answer }
      } catch (problem) {
        const isLost = isConnectionLost(problem)
        if (isLost) fail(problem)
        if ((!isLost && !isRecoveryConflict(problem)) || hasStarted()) throw problem
        return null
      }
    },

    async close() {
      closing.abort()
      pools.disconnect()
      await pools.close()
    },
  }
}

async function repeat(check: () => Promise<void>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await pause(checkIntervalMs, undefined, { ref: false, signal }).catch(() => {})
    await check()
  }
}

/** Remembers for two seconds which sessions wrote. */
function noteWriters(): Pick<Standby, 'noteWrite' | 'hasWritten'> {
  const writtenAt = new Map<string, number>()
  return {
    noteWrite(session) {
      if (writtenAt.size >= maxWriters) writtenAt.clear()
      writtenAt.set(session, performance.now())
    },
    hasWritten: (session) => performance.now() - (writtenAt.get(session) ?? -Infinity) < ownWritesMs,
  }
}

/** Reports each change once; with a delay, only a change that has lasted for the delay. */
function reportOnce(onChange: Settings['onChange']) {
  let reported: boolean | null = null
  let since: number | null = null
  return (change: StandbyChange, delayMs = 0): void => {
    if (change.isUsed === reported) {
      since = null
      return
    }
    since ??= performance.now()
    if (performance.now() - since < delayMs) return
    since = null
    reported = change.isUsed
    onChange(change)
  }
}

const codeOf = (problem: unknown): string =>
  problem instanceof Error && 'code' in problem && typeof problem.code === 'string' ? problem.code : ''

/** True if the standby cancelled a statement to replay a change of the rows that it read. */
export const isRecoveryConflict = (problem: unknown): boolean => /^40(001|P01)$/.test(codeOf(problem))

/** True if the connection is lost, the server is shutting down, or its database was removed. */
const isConnectionLost = (problem: unknown): boolean =>
  /^(ECONN|EPIPE|ETIMEDOUT|08|57P0)/.test(codeOf(problem)) ||
  (problem instanceof Error && /Connection terminated|not queryable|timeout exceeded/.test(problem.message))

/** A position in the write-ahead log of a server. */
interface Position {
  readonly system: string
  readonly timeline: number
  readonly position: string
}

/** Returns a position after every confirmed commit; null if the primary does not answer. */
async function findPosition(primary: Kysely<Schema>): Promise<Position | null> {
  // Without synchronous commits, a commit is confirmed before it is flushed.
  const reply = sql<Position>`
    select system_identifier::text as system,
      ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int as timeline,
      case current_setting('synchronous_commit')
        when 'off' then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn()
      end::text as position
    from pg_control_system()`.execute(primary)
  const { rows } = await reply.catch(() => ({ rows: [] }))
  return rows[0] ?? null
}

/** Waits at most a second until the standby has replayed the log up to a position. */
async function reach(standby: Kysely<Schema>, { system, timeline, position }: Position): Promise<boolean> {
  // A standby of an old primary is on another timeline, whose positions cannot be compared.
  const { rows } = await sql<Omit<Position, 'position'> & { readonly isStandby: boolean }>`
    select system_identifier::text as system, pg_is_in_recovery() as "isStandby",
      greatest(timeline_id, min_recovery_end_timeline) as timeline
    from pg_control_system(), pg_control_checkpoint(), pg_control_recovery()`.execute(standby)
  const [state] = rows
  if (state?.isStandby !== true) throw new Error('it is not a standby: it accepts changes itself')
  if (state.system !== system) throw new Error('it is a standby of another database')
  if (state.timeline !== timeline) throw new Error('it follows a server that is no longer the primary')
  return hasReplayed(standby, position)
}

/** Throws if the standby does not answer in time, or is not a standby of this server. */
const catchUp = (standby: Kysely<Schema>, position: Position): Promise<boolean> =>
  Promise.race([
    reach(standby, position),
    pause(checkTimeoutMs, undefined, { ref: false }).then(() => {
      throw new Error('it does not answer')
    }),
  ])

async function hasReplayed(standby: Kysely<Schema>, position: string): Promise<boolean> {
  const end = performance.now() + maxLagMs
  for (let waitMs = 2; ; waitMs *= 2) {
    const { rows } = await sql<{ readonly hasReplayed: boolean | null }>`
      select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= ${position}::pg_lsn as "hasReplayed"`.execute(
      standby,
    )
    if (rows[0]?.hasReplayed === true) return true
    if (performance.now() + waitMs > end) return false
    await pause(waitMs)
  }
}
