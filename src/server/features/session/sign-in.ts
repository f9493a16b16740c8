import type { SignedIn, signIn as endpoint } from '#contract/session.ts'
import { Refused } from '#domain/outcome.ts'
import { hasFactor, mustHaveFactor } from '#domain/second-factor.ts'
import { verifyPassword } from '#server/auth/password.ts'
import { beginAttempt } from '#server/auth/sign-in-throttle.ts'
import { startSessionOf } from '#server/auth/start-session.ts'
import type { PublicCallContext } from '#server/http/call.ts'
import { findFactorRule, findFactorsOf } from '#server/records/pending-sign-ins.ts'
import { findStaffForSignIn } from '#server/records/sessions.ts'
import { askForFactor } from './ask-for-factor.ts'
import { enter } from './enter.ts'

/**
 * Signs a member of staff in; a wrong password and an unknown user cost the same work and get the same reply (spec
 * 4.session). Who has a second factor is asked for it instead, and then their attempts still count.
 */
export async function signIn(call: PublicCallContext<typeof endpoint>): Promise<SignedIn> {
  const { body, request, db, now } = call
  const userId = body.userId.toLowerCase()
  const [staff] = await Promise.all([
    findStaffForSignIn(db, userId),
    beginAttempt(db, { userId, address: request.ip, now }),
  ])
  const isRight = await verifyPassword(staff?.passwordHash ?? null, body.password)
  if (!staff || !isRight) throw new Refused({ code: 'invalid-credentials' })

  const factors = await findFactorsOf(db, staff)
  if (hasFactor({ hasApp: factors.app !== null, passkeys: factors.passkeys.length })) {
    throw new Refused(await askForFactor(call, staff, factors))
  }
  const factorMissing = mustHaveFactor(staff.role, await findFactorRule(db, staff.campus))
  return enter(call, staff, { token: await startSessionOf(db, staff, now), factorMissing })
}
