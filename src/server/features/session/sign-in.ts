import type { SignedIn, signIn as endpoint } from '#contract/session.ts'
import { dateAt } from '#domain/calendar.ts'
import { Refused, type Refusal } from '#domain/outcome.ts'
import { originOf } from '#server/auth/authenticate.ts'
import { setDeviceCookie } from '#server/auth/device-cookie.ts'
import { verifyPassword } from '#server/auth/password.ts'
import { recordWithAlert } from '#server/auth/record-alert.ts'
import { newToken, sessionHash, setSessionCookie } from '#server/auth/session-cookie.ts'
import { beginAttempt, completeAttempt } from '#server/auth/sign-in-throttle.ts'
import type { PublicCallContext } from '#server/http/call.ts'
import { findSchool } from '#server/records/school.ts'
import { endSession, findStaffForSignIn, startSession } from '#server/records/sessions.ts'

type SignInCall = PublicCallContext<typeof endpoint>

/** Signs a member of staff in; a wrong password and an unknown user cost the same work and get the same reply (spec 4.session). */
export async function signIn(call: SignInCall): Promise<SignedIn> {
  try {
    return await signInOrRefuse(call)
  } catch (problem) {
    if (problem instanceof Refused) await recordFailure(call, problem.refusal)
    throw problem
  }
}

async function recordFailure({ security, body, request, now }: SignInCall, refusal: Refusal): Promise<void> {
  const wait = refusal.code === 'too-many-tries' ? refusal.facts.retryAfter : null
  await security.recordFailedSignIn(body.userId.toLowerCase(), { origin: originOf(request), now }, wait)
}

async function signInOrRefuse(call: SignInCall): Promise<SignedIn> {
  const { body, request, reply, now, db, security } = call
  const userId = body.userId.toLowerCase()
  const [staff, attempt] = await Promise.all([
    findStaffForSignIn(db, userId),
    beginAttempt(db, { userId, request, now }),
  ])
  const isRight = await verifyPassword(staff?.passwordHash ?? null, body.password)
  if (!staff || !isRight) throw new Refused({ code: 'invalid-credentials' })

  const { token, tokenHash } = newToken()
  const origin = originOf(request)
  const browser = { address: request.ip, agent: request.headers['user-agent'] ?? '' }
  const signedIn = await db.transaction().execute(async (trx) => {
    const started = await startSession(trx, staff, tokenHash, now, browser)
    if (!started) throw new Refused({ code: 'invalid-credentials' })
    return recordWithAlert(trx, { ...staff, origin, now }, { kind: 'signed in' }, attempt.isKnownDevice)
  })
  security.written([signedIn])
  const previous = sessionHash(request)
  const [school, device] = await Promise.all([
    findSchool({ trx: db }),
    completeAttempt(db, attempt, tokenHash),
    previous && endSession(db, previous),
  ])
  setSessionCookie(request, reply, token)
  setDeviceCookie(request, reply, device)
  const { name, role, rights, campus, mustChoosePassword } = staff
  const today = dateAt(now)
  return { msg: 'Signed in', userId, name, role, rights, campus, school, mustChoosePassword, today }
}
