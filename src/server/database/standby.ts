// A hot standby of the database, read for reports only, and only where its books are as new as the office's own.

import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { kyselyOn } from './kysely-on.ts'
import type { Schema } from './schema.ts'
import {
  behind,
  hasReplayed,
  isRecoveryConflict,
  isLost,
  lookAt,
  stateAfter,
  type Found,
} from './standby-check.ts'
import { standbyConnections, standbyPools } from './standby-pools.ts'

const lookEveryMs = 1000
/** Being behind is told once it has lasted so long; a moment of it is everyday under a large write. */
const tellBehindMs = 5000

/** What came of asking the standby: its answer, or that the primary is to be asked. */
export type Asked<T> = { readonly done: true; readonly answer: T } | { readonly done: false }

/** That the standby is asked from now on, or why it no longer is. */
export interface StandbyChange {
  readonly isAsked: boolean
  readonly reason: string
}

export interface Standby {
  /** Whether it may be asked now: it was found well, and nothing has failed since. */
  readonly isReady: () => boolean
  /**
   * Runs `work` on one connection of the standby once it has replayed the primary's log up to `position`. Not done
   * where that takes more than a moment, where no connection is free, or where the standby is lost or calls the work
   * off; but what `isAnswering` by then fails, as a part of its answer has left.
   */
  readonly ask: <T>(
    position: string,
    work: (db: Kysely<Schema>) => Promise<T>,
    isAnswering: () => boolean,
  ) => Promise<Asked<T>>
  /** Notes that a report went to the primary. */
  readonly passBy: () => void
  /** How many reports each has answered. */
  readonly answered: () => { readonly standby: number; readonly primary: number }
  readonly close: () => Promise<void>
}

interface Settings {
  readonly url: string
  /** The database that it must be a standby of. */
  readonly primary: Kysely<Schema>
  readonly onChange: (change: StandbyChange) => void
}

/** Opens the standby. One that is away, or none, is no failure: it is looked at again every second. */
export async function openStandby({ url, primary, onChange }: Settings): Promise<Standby> {
  const pools = standbyPools(url)
  const reports = kyselyOn(pools.reports, 'postgresql')
  const looks = kyselyOn(pools.looks, 'postgresql')
  const standing = startStanding(onChange)
  const ending = new AbortController()
  const answered = { standby: 0, primary: 0 }

  async function look(): Promise<void> {
    const found = await lookAt(looks, primary)
    if (ending.signal.aborted) return
    if (found.state === 'unusable') pools.hangUp()
    standing.learn(found)
  }

  async function keepLooking(): Promise<void> {
    while (!ending.signal.aborted) {
      await pause(lookEveryMs, undefined, { ref: false, signal: ending.signal }).catch(() => {})
      await look()
    }
  }

  await look()
  void keepLooking()
  return {
    isReady: standing.isWell,

    passBy: () => (answered.primary += 1),
    answered: () => ({ ...answered }),

    async ask(position, work, isAnswering) {
      const { totalCount, idleCount } = pools.reports
      if (totalCount >= standbyConnections && idleCount === 0) return { done: false }
      let isWorking = false
      try {
        return await reports.connection().execute(async (db) => {
          if (!(await hasReplayed(db, position))) {
            standing.learn(behind)
            return { done: false }
          }
          isWorking = true
          const answer = await work(db)
          answered.standby += 1
          return { done: true, answer }
        })
      } catch (problem) {
        const isSound = isWorking && !isLost(problem)
        if (!isSound) standing.learn(stateAfter(problem))
        if ((isSound && !isRecoveryConflict(problem)) || isAnswering()) throw problem
        return { done: false }
      }
    },

    async close() {
      ending.abort()
      pools.hangUp()
      await pools.close()
    },
  }
}

/** What is known of the standby; tells each change once. */
function startStanding(onChange: Settings['onChange']) {
  const known = { isWell: false, told: null as boolean | null, behindSince: null as number | null }
  return {
    isWell: () => known.isWell,

    learn({ state, reason }: Found): void {
      known.isWell = state === 'well'
      if (state === 'unknown') return
      const now = performance.now()
      known.behindSince = state === 'behind' ? (known.behindSince ?? now) : null
      const isMoment = known.behindSince !== null && now - known.behindSince < tellBehindMs
      if (isMoment || known.told === known.isWell) return
      known.told = known.isWell
      onChange({ isAsked: known.isWell, reason })
    },
  }
}
