// The codes of authenticator apps (TOTP, RFC 6238): 6 digits, new every 30 seconds.

import { Secret, TOTP } from 'otpauth'

/** Clocks of phones may be off by one code. */
const stepsAround = 1

/**
 * The time step of a code: now, one before or one after; null for a wrong code, and for one of the step `after` or earlier, which
 * was used. A step `after` that is still to come was used while the clock was ahead.
 */
export function stepOfCode(secret: string, typed: string, now: Date, after = -1): number | null {
  const timestamp = now.getTime()
  const app = new TOTP({ secret: Secret.fromBase32(secret) })
  const delta = app.validate({ token: typed.replaceAll(/\s/g, ''), timestamp, window: stepsAround })
  if (delta === null) return null
  const current = app.counter({ timestamp })
  const step = current + delta
  return step > after || after > current + stepsAround ? step : null
}
