import type { signInWithFactor as endpoint, SignedIn } from '#contract/session.ts'
import { orThrow, Refused } from '#domain/outcome.ts'
import type { SecurityEvent } from '#domain/security-event.ts'
import { originOf } from '#server/auth/authenticate.ts'
import { completeSignIn, LastFactorWrong } from '#server/auth/complete-sign-in.ts'
import { relyingPartyOf } from '#server/auth/passkeys.ts'
import { hashOfToken } from '#server/auth/session-cookie.ts'
import { beginAttempt } from '#server/auth/sign-in-throttle.ts'
import type { PublicCallContext } from '#server/http/call.ts'
import { findPendingSignIn, type PendingSignIn } from '#server/records/pending-sign-ins.ts'
import { enter } from './enter.ts'

type FactorCall = PublicCallContext<typeof endpoint>

/** Completes a sign-in whose password was right; a wrong factor counts as a failed attempt of the user, as a password does. */
export async function signInWithFactor(call: FactorCall): Promise<SignedIn> {
  const { body, db, now } = call
  const tokenHash = hashOfToken(body.pending)
  const pending = await findPendingSignIn(db, tokenHash, now)
  if (!pending) throw new Refused({ code: 'factor-ended' })
  try {
    return await completeOrRefuse(call, pending, tokenHash)
  } catch (problem) {
    const failure = failureOf(problem)
    if (failure) await recordFailure(call, pending, failure)
    throw problem
  }
}

async function completeOrRefuse(
  call: FactorCall,
  pending: PendingSignIn,
  tokenHash: Buffer,
): Promise<SignedIn> {
  const { body, request, site, db, now } = call
  const attempt = await beginAttempt(db, { userId: pending.userId, request, now })
  const party = relyingPartyOf(site)
  const completed = await completeSignIn(db, {
    pending,
    tokenHash,
    given: body,
    party,
    request,
    attempt,
    now,
  })
  const { staff, started } = orThrow(completed)
  return enter(call, staff, { attempt, started, factorMissing: false })
}

/** What the security log says of a refusal; null where the factor was not looked at. */
function failureOf(problem: unknown): SecurityEvent | null {
  if (!(problem instanceof Refused)) return null
  const { refusal } = problem
  if (refusal.code === 'too-many-tries') return { kind: 'sign-in slowed', seconds: refusal.facts.retryAfter }
  const isWrong = refusal.code === 'invalid' || problem instanceof LastFactorWrong
  return isWrong ? { kind: 'sign-in failed', why: 'wrong second factor' } : null
}

async function recordFailure(
  { security, request, now }: FactorCall,
  { campus, userId, role }: PendingSignIn,
  event: SecurityEvent,
): Promise<void> {
  await security.record({ campus, userId, role, origin: originOf(request), now }, event)
}
