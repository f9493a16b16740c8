// Guessing a password is slowed down per user and per address (docs/decisions/0011).

import { Refused } from '#domain/outcome.ts'
import type { Schema } from '#server/database/schema.ts'
import { recordAttempt, type AttemptCount, type AttemptCounts } from '#server/records/sign-in-attempts.ts'
import type { Kysely } from 'kysely'

/** How long a failed attempt counts. */
const attemptCountsMinutes = 15

interface Limit {
  /** How many attempts are free. */
  readonly free: number
  readonly longestWaitSeconds: number
}

// Limits per address are lenient, because an office shares one address; limits per user and address are strict.
const limits: Record<keyof AttemptCounts, Limit> = {
  userAtAddress: { free: 5, longestWaitSeconds: 300 },
  user: { free: 20, longestWaitSeconds: 60 },
  address: { free: 60, longestWaitSeconds: 30 },
}

function waitFor({ free, longestWaitSeconds }: Limit, { count, last }: AttemptCount, now: Date): number {
  if (count < free || !last) return 0
  const pause = Math.min(2 ** (count - free), longestWaitSeconds)
  return Math.max(0, Math.ceil((last.getTime() + pause * 1000 - now.getTime()) / 1000))
}

/** Seconds until the next attempt is accepted: twice as long after each failure, up to a limit. */
const secondsToWait = (counts: AttemptCounts, now: Date): number =>
  Math.max(
    waitFor(limits.userAtAddress, counts.userAtAddress, now),
    waitFor(limits.user, counts.user, now),
    waitFor(limits.address, counts.address, now),
  )

interface Attempt {
  readonly userId: string
  readonly address: string
  readonly now: Date
}

/** Records an attempt before its password is compared; refuses it with the seconds to wait while there were too many. */
export async function beginAttempt(db: Kysely<Schema>, attempt: Attempt): Promise<void> {
  const since = new Date(attempt.now.getTime() - attemptCountsMinutes * 60_000)
  const wait = await recordAttempt(db, { ...attempt, since }, secondsToWait)
  if (wait > 0) throw new Refused({ code: 'too-many-tries', facts: { retryAfter: wait } })
}
