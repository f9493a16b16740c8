// Speedup: reports are read from a hot standby of the database, if it has replayed everything that a caller may have
// seen (docs/decisions/0024-reports-from-a-standby.md). It takes the reports of row 15 of docs/performance.md off the
// primary, which look-ups there wait for. Switched off by leaving DATABASE_REPLICA_URL out.

import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { connectionsOf, kyselyOn } from './kysely-on.ts'
import { standbyConnections, standbyPools } from './pools.ts'
import type { Schema } from './schema.ts'
import type { Speedup } from './speedups.ts'
import {
  behind,
  checkStandby,
  hasReplayed,
  isConnectionLost,
  isRecoveryConflict,
  stateAfter,
  type StandbyState,
} from './standby-check.ts'

const checkIntervalMs = 1000
/** Being behind is reported once it has lasted this long: a short time of it is normal after a large write. */
const reportBehindAfterMs = 5000

/** The standby's answer, or that the primary has to be asked. */
export type StandbyRead<T> = { readonly done: true; readonly answer: T } | { readonly done: false }

/** Says whether reports are read from the standby from now on, and why. */
export interface StandbyChange {
  readonly isUsed: boolean
  readonly reason: string
}

export interface Standby {
  /** True if the last check found it usable and nothing has failed since. */
  readonly isReady: () => boolean
  /**
   * Runs `work` on one connection of the standby once it has replayed the primary's log up to `position`. Returns
   * `done: false` if that takes too long, no connection is free, the standby is lost, or it cancels the work because
   * of a recovery conflict. Throws instead if `hasStarted`: a part of the reply has been sent already.
   */
  readonly read: <T>(
    position: string,
    work: (db: Kysely<Schema>) => Promise<T>,
    hasStarted: () => boolean,
  ) => Promise<StandbyRead<T>>
  /** Counts a report that was read from the primary. */
  readonly countPrimaryRead: () => void
  /** The number of reports that were read from each. */
  readonly answered: () => { readonly standby: number; readonly primary: number }
  readonly close: () => Promise<void>
}

interface Settings {
  readonly url: string
  /** The database that it must be a standby of. */
  readonly primary: Kysely<Schema>
  readonly using: readonly Speedup[]
  readonly onChange: (change: StandbyChange) => void
}

/** Opens the standby. One that cannot be reached is no error: it is checked again every second. */
export async function openStandby({ url, primary, using, onChange }: Settings): Promise<Standby> {
  const pools = standbyPools(url, { pipeline: using.includes('pipeline') })
  const reports = kyselyOn(connectionsOf(pools.reports, using))
  const checks = kyselyOn(connectionsOf(pools.checks, []))
  const tracker = trackState(onChange)
  const ending = new AbortController()
  const answered = { standby: 0, primary: 0 }

  async function check(): Promise<void> {
    const found = await checkStandby(checks, primary)
    if (ending.signal.aborted) return
    if (found.state === 'unusable') pools.disconnect()
    tracker.update(found)
  }

  async function checkRepeatedly(): Promise<void> {
    while (!ending.signal.aborted) {
      await pause(checkIntervalMs, undefined, { ref: false, signal: ending.signal }).catch(() => {})
      await check()
    }
  }

  await check()
  void checkRepeatedly()
  return {
    isReady: tracker.isReady,

    countPrimaryRead: () => (answered.primary += 1),
    answered: () => ({ ...answered }),

    async read(position, work, hasStarted) {
      const { totalCount, idleCount } = pools.reports
      if (totalCount >= standbyConnections && idleCount === 0) return { done: false }
      let isWorking = false
      try {
        return await reports.connection().execute(async (db) => {
          if (!(await hasReplayed(db, position))) {
            tracker.update(behind)
            return { done: false }
          }
          isWorking = true
          const answer = await work(db)
          answered.standby += 1
          return { done: true, answer }
        })
      } catch (error) {
        // An error of the work itself, or a recovery conflict, leaves the standby usable.
        const isStillUsable = isWorking && !isConnectionLost(error)
        if (!isStillUsable) tracker.update(stateAfter(error))
        if ((isStillUsable && !isRecoveryConflict(error)) || hasStarted()) throw error
        return { done: false }
      }
    },

    async close() {
      ending.abort()
      pools.disconnect()
      await pools.close()
    },
  }
}

/** Remembers the state of the standby and reports each change once. */
function trackState(onChange: Settings['onChange']) {
  let isReady = false
  let reported: boolean | null = null
  let behindSince: number | null = null
  return {
    isReady: () => isReady,

    update({ state, reason }: StandbyState): void {
      isReady = state === 'ready'
      if (state === 'unknown') return
      const now = performance.now()
      behindSince = state === 'behind' ? (behindSince ?? now) : null
      const isShortlyBehind = behindSince !== null && now - behindSince < reportBehindAfterMs
      if (isShortlyBehind || reported === isReady) return
      reported = isReady
      onChange({ isUsed: isReady, reason })
    },
  }
}
