// Guessing a password is slowed per user and per address (docs/decisions/0011).

import { Refused } from '#domain/outcome.ts'
import type { Counted, Tries, TryRecords } from '#server/records/tries.ts'

/** How long a failed try counts. */
const triesCountMinutes = 15

interface Slowing {
  /** Tries that cost nothing. */
  readonly free: number
  readonly longestSeconds: number
}

// An office shares one address, so the address alone is slowed late and briefly; a user tried from one place soon and long.
const slowings: Record<keyof Tries, Slowing> = {
  here: { free: 5, longestSeconds: 300 },
  user: { free: 20, longestSeconds: 60 },
  address: { free: 60, longestSeconds: 30 },
}

function waitFor({ free, longestSeconds }: Slowing, { count, last }: Counted, now: Date): number {
  if (count < free || !last) return 0
  const pause = Math.min(2 ** (count - free), longestSeconds)
  return Math.max(0, Math.ceil((last.getTime() + pause * 1000 - now.getTime()) / 1000))
}

/** Seconds until the next try is looked at: twice as long after each failure, up to a bound. */
const secondsToWait = (tries: Tries, now: Date): number =>
  Math.max(
    waitFor(slowings.here, tries.here, now),
    waitFor(slowings.user, tries.user, now),
    waitFor(slowings.address, tries.address, now),
  )

interface Guess {
  readonly userId: string
  readonly address: string
  readonly now: Date
}

/** Writes a try down before its password is looked at; refused while there is to be waited. */
export async function beginTry(tries: TryRecords, guess: Guess): Promise<void> {
  const since = new Date(guess.now.getTime() - triesCountMinutes * 60_000)
  const wait = await tries.begin({ ...guess, since }, secondsToWait)
  if (wait > 0) throw new Refused({ code: 'too-many-tries', facts: { retryAfter: wait } })
}
