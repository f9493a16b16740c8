import type { Counted, Tries } from '#server/http/mount.ts'

/** How long a failed try counts. */
export const triesCountMinutes = 15

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
export const secondsToWait = (tries: Tries, now: Date): number =>
  Math.max(
    waitFor(slowings.here, tries.here, now),
    waitFor(slowings.user, tries.user, now),
    waitFor(slowings.address, tries.address, now),
  )
