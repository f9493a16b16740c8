import type { SignedIn, signInWithFactor as endpoint } from '#contract/session.ts'
import { orThrow, Refused } from '#domain/outcome.ts'
import { completeSignIn } from '#server/auth/complete-sign-in.ts'
import { relyingPartyOf } from '#server/auth/passkeys.ts'
import { hashOfToken } from '#server/auth/session-cookie.ts'
import { beginAttempt } from '#server/auth/sign-in-throttle.ts'
import type { PublicCallContext } from '#server/http/call.ts'
import { findPendingSignIn } from '#server/records/pending-sign-ins.ts'
import { enter } from './enter.ts'

/** Completes a sign-in whose password was right; a wrong factor counts as a failed attempt of the user, as a password does. */
export async function signInWithFactor(call: PublicCallContext<typeof endpoint>): Promise<SignedIn> {
  const { body, request, site, db, now } = call
  const tokenHash = hashOfToken(body.pending)
  const pending = await findPendingSignIn(db, tokenHash, now)
  if (!pending) throw new Refused({ code: 'factor-ended' })
  await beginAttempt(db, { userId: pending.userId, address: request.ip, now })
  const party = relyingPartyOf(site)
  const completed = await completeSignIn(db, { pending, tokenHash, given: body, party, now })
  const { staff, token } = orThrow(completed)
  return enter(call, staff, { token, factorMissing: false })
}
