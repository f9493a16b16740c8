// The codes of authenticator apps (TOTP, RFC 6238): 6 digits, new every 30 seconds.

import { Secret, TOTP } from 'otpauth'

/** Allows the clock of a phone to be off by one code. */
const toleratedSteps = 1

/**
 * Returns the time step of a code: the current, the previous or the next one. Null if the code is wrong, or of the used
 * step `after` or an earlier one. A step `after` in the future was used while the clock was ahead.
 */
export function stepOfCode(secret: string, code: string, now: Date, after = -1): number | null {
  const timestamp = now.getTime()
  const app = new TOTP({ secret: Secret.fromBase32(secret) })
  const delta = app.validate({ token: code.replaceAll(/\s/g, ''), timestamp, window: toleratedSteps })
  if (delta === null) return null
  const current = app.counter({ timestamp })
  const step = current + delta
  return step > after || after > current + toleratedSteps ? step : null
}
