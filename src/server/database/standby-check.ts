// What a look at the standby asks: whether it stands by for our database, and whether it keeps up.

import { setTimeout as pause } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { errorMessage } from './error-message.ts'
import type { Schema } from './schema.ts'

/** How long a report waits for the standby to catch up with what the office has written. */
const patienceMs = 300
const firstPauseMs = 2
/** A look that takes longer has found a standby that is away. */
const lookWithinMs = 2000

/** What a look found; `unknown` where the primary itself did not answer: another one may take its place. */
export interface Found {
  readonly state: 'well' | 'behind' | 'unusable' | 'unknown'
  readonly reason: string
}

const well: Found = { state: 'well', reason: 'it keeps up with the primary' }
export const behind: Found = { state: 'behind', reason: 'it is behind the primary' }
const unusable = (reason: string): Found => ({ state: 'unusable', reason })

const codeOf = (problem: unknown): string =>
  problem instanceof Error && 'code' in problem && typeof problem.code === 'string' ? problem.code : ''

/** The standby had to replay what was still being read (conflict with recovery). */
export const isRecoveryConflict = (problem: unknown): boolean => /^40(001|P01)$/.test(codeOf(problem))

/** Connection lost, server going down, or its database gone. */
export const isLost = (problem: unknown): boolean =>
  /^(ECONN|EPIPE|ETIMEDOUT|08|57P0)/.test(codeOf(problem)) ||
  (problem instanceof Error && /Connection terminated|not queryable|timeout exceeded/.test(problem.message))

/** The standby's state where asking it failed with `problem`; one that calls a question off is catching up. */
export const stateAfter = (problem: unknown): Found =>
  isRecoveryConflict(problem) ? behind : unusable(errorMessage(problem))

/**
 * How far the primary's log holds what anybody has been told is done: up to here a standby must have replayed for its
 * books not to be older. Where commits do not wait for the disk they are told before they are flushed.
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

// After another server took over, a standby that still follows the old one may be further on in a history that ended:
// positions of two timelines are not to be compared.
const askStandby = (standby: Kysely<Schema>) =>
  sql<Identity & { readonly standsBy: boolean }>`
    select system_identifier::text as system, pg_is_in_recovery() as "standsBy",
      greatest(timeline_id, min_recovery_end_timeline) as timeline
    from pg_control_system(), pg_control_checkpoint(), pg_control_recovery()`
    .execute(standby)
    .then(({ rows: [row] }) => row)

/** Whether the standby has replayed the log up to `position`, now or in a moment. */
export async function hasReplayed(standby: Kysely<Schema>, position: string): Promise<boolean> {
  const end = performance.now() + patienceMs
  for (let waitMs = firstPauseMs; ; waitMs *= 2) {
    const { rows } = await sql<{ readonly isThere: boolean | null }>`
      select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= ${position}::pg_lsn as "isThere"`.execute(
      standby,
    )
    if (rows[0]?.isThere === true) return true
    if (performance.now() + waitMs > end) return false
    await pause(waitMs)
  }
}

/** Looks at the standby as a report would find it; never rejects. */
export async function lookAt(standby: Kysely<Schema>, primary: Kysely<Schema>): Promise<Found> {
  const ours = await askPrimary(primary).catch(() => undefined)
  if (!ours) return { state: 'unknown', reason: 'the primary does not answer' }
  const late = pause(lookWithinMs, unusable('it does not answer'), { ref: false })
  return Promise.race([compare(standby, ours).catch(stateAfter), late])
}

async function compare(
  standby: Kysely<Schema>,
  ours: Identity & { readonly position: string },
): Promise<Found> {
  const its = await askStandby(standby)
  if (its?.standsBy !== true) return unusable('it is no standby: it takes changes itself')
  if (its.system !== ours.system) return unusable('it stands by for another database')
  if (its.timeline !== ours.timeline) return unusable('it follows a server that is no longer the primary')
  return (await hasReplayed(standby, ours.position)) ? well : behind
}
