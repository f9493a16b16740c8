import type { SignedIn, signIn as endpoint } from '#contract/session.ts'
import { dateAt } from '#domain/calendar.ts'
import { Refused, type Refusal } from '#domain/outcome.ts'
import { originOf } from '#server/auth/authenticate.ts'
import { verifyPassword } from '#server/auth/password.ts'
import { recordWithAlert } from '#server/auth/record-alert.ts'
import { newToken, sessionHash, setSessionCookie } from '#server/auth/session-cookie.ts'
import { beginAttempt } from '#server/auth/sign-in-throttle.ts'
import type { PublicCallContext } from '#server/http/call.ts'
import { findSchool } from '#server/records/school.ts'
import { endSession, findStaffForSignIn, startSession } from '#server/records/sessions.ts'
import { forgetAttempts } from '#server/records/sign-in-attempts.ts'

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
  const [staff] = await Promise.all([
    findStaffForSignIn(db, userId),
    beginAttempt(db, { userId, address: request.ip, now }),
  ])
  const isRight = await verifyPassword(staff?.passwordHash ?? null, body.password)
  if (!staff || !isRight) throw new Refused({ code: 'invalid-credentials' })

  const { token, tokenHash } = newToken()
  const signedIn = await db.transaction().execute(async (trx) => {
    const started = await startSession(trx, staff, tokenHash, now)
    if (!started) throw new Refused({ code: 'invalid-credentials' })
    return recordWithAlert(trx, { ...staff, origin: originOf(request), now }, { kind: 'signed in' })
  })
  security.written([signedIn])
  const previous = sessionHash(request)
  const [school] = await Promise.all([
    findSchool({ trx: db }),
    forgetAttempts(db, userId, request.ip),
    previous && endSession(db, previous),
  ])
  setSessionCookie(request, reply, token)
  const { name, role, rights, campus } = staff
  return { msg: 'Signed in', userId, name, role, rights, campus, school, today: dateAt(now) }
}
