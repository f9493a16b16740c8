// Checks whether a server is a standby of our database, and whether it keeps up.

import { setTimeout as pause } from 'node:timers/promises'
import { sql, type Kysely } from 'kysely'
import { errorMessage } from './error-message.ts'
import type { Schema } from './schema.ts'

/** The time for which a report waits for the standby to catch up with what the office has written. */
const catchUpTimeoutMs = 300
const firstPauseMs = 2
/** A standby that takes longer for a check counts as down. */
const checkTimeoutMs = 2000

/** The result of a check; `unknown` if the primary did not answer, so that there is nothing to compare with. */
export interface StandbyState {
  readonly state: 'ready' | 'behind' | 'unusable' | 'unknown'
  readonly reason: string
}

const ready: StandbyState = { state: 'ready', reason: 'it keeps up with the primary' }
export const behind: StandbyState = { state: 'behind', reason: 'it is behind the primary' }
const unusable = (reason: string): StandbyState => ({ state: 'unusable', reason })

const codeOf = (problem: unknown): string =>
  problem instanceof Error && 'code' in problem && typeof problem.code === 'string' ? problem.code : ''

/** True if the standby cancelled a statement because it had to replay a change of the rows that were being read. */
export const isRecoveryConflict = (problem: unknown): boolean => /^40(001|P01)$/.test(codeOf(problem))

/** True if the connection was lost, the server is shutting down, or its database is gone. */
export const isConnectionLost = (problem: unknown): boolean =>
  /^(ECONN|EPIPE|ETIMEDOUT|08|57P0)/.test(codeOf(problem)) ||
  (problem instanceof Error && /Connection terminated|not queryable|timeout exceeded/.test(problem.message))

/** The standby's state after a statement failed with `problem`. */
export const stateAfter = (problem: unknown): StandbyState =>
  isRecoveryConflict(problem) ? behind : unusable(errorMessage(problem))

/**
 * SQL for the position in the primary's log that holds every commit that was reported to a caller: a standby that has
 * replayed up to here shows no older books. Without synchronous commits, a commit is reported before it is flushed.
 */
export const currentPosition = `
  case current_setting('synchronous_commit')
    when 'off' then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn()
  end::text`

interface Identity {
  readonly system: string
  readonly timeline: number
}

const askPrimary = (primary: Kysely<Schema>) =>
  sql<Identity & { readonly position: string }>`
    select system_identifier::text as system, ${sql.raw(currentPosition)} as position,
      ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int as timeline
    from pg_control_system()`
    .execute(primary)
    .then(({ rows: [row] }) => row)

// After another server took over as the primary, a standby of the old one is on another timeline: the positions of two
// timelines cannot be compared.
const askStandby = (standby: Kysely<Schema>) =>
  sql<Identity & { readonly isStandby: boolean }>`
    select system_identifier::text as system, pg_is_in_recovery() as "isStandby",
      greatest(timeline_id, min_recovery_end_timeline) as timeline
    from pg_control_system(), pg_control_checkpoint(), pg_control_recovery()`
    .execute(standby)
    .then(({ rows: [row] }) => row)

/** True if the standby has replayed the log up to `position`; waits for it up to 300 ms. */
export async function hasReplayed(standby: Kysely<Schema>, position: string): Promise<boolean> {
  const end = performance.now() + catchUpTimeoutMs
  for (let waitMs = firstPauseMs; ; waitMs *= 2) {
    const { rows } = await sql<{ readonly hasReplayed: boolean | null }>`
      select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= ${position}::pg_lsn as "hasReplayed"`.execute(
      standby,
    )
    if (rows[0]?.hasReplayed === true) return true
    if (performance.now() + waitMs > end) return false
    await pause(waitMs)
  }
}

/** Checks the standby as a report would find it; never rejects. */
export async function checkStandby(standby: Kysely<Schema>, primary: Kysely<Schema>): Promise<StandbyState> {
  const ours = await askPrimary(primary).catch(() => undefined)
  if (!ours) return { state: 'unknown', reason: 'the primary does not answer' }
  const timedOut = pause(checkTimeoutMs, unusable('it does not answer'), { ref: false })
  return Promise.race([compare(standby, ours).catch(stateAfter), timedOut])
}

async function compare(
  standby: Kysely<Schema>,
  ours: Identity & { readonly position: string },
): Promise<StandbyState> {
  const its = await askStandby(standby)
  if (its?.isStandby !== true) return unusable('it is not a standby: it accepts changes itself')
  if (its.system !== ours.system) return unusable('it is a standby of another database')
  if (its.timeline !== ours.timeline) return unusable('it follows a server that is no longer the primary')
  return (await hasReplayed(standby, ours.position)) ? ready : behind
}
