import type { Endpoint } from '#contract/endpoint.ts'
import type { SignedIn } from '#contract/session.ts'
import { dateAt } from '#domain/calendar.ts'
import { setDeviceCookie } from '#server/auth/device-cookie.ts'
import { sessionHash, setSessionCookie } from '#server/auth/session-cookie.ts'
import { completeAttempt, type SignInAttempt } from '#server/auth/sign-in-throttle.ts'
import type { StartedSession } from '#server/auth/start-session.ts'
import type { PublicCallContext } from '#server/http/call.ts'
import { findSchool } from '#server/records/school.ts'
import { endSession, type StaffWithPassword } from '#server/records/sessions.ts'

type Entering = Pick<PublicCallContext<Endpoint>, 'db' | 'security' | 'limits' | 'request' | 'reply' | 'now'>

interface CompletedSignIn {
  readonly attempt: SignInAttempt
  readonly started: StartedSession
  readonly factorMissing: boolean
}

/**
 * The reply of a sign-in, with the cookies of its session and its device; the session that the browser had before ends,
 * and the failures of the user are forgotten.
 */
export async function enter(
  { db, security, limits, request, reply, now }: Entering,
  { userId, name, role, rights, campus, mustChoosePassword }: StaffWithPassword,
  { attempt, started, factorMissing }: CompletedSignIn,
): Promise<SignedIn> {
  security.written([started.recorded])
  limits?.remember(started.tokenHash, campus)
  const previous = sessionHash(request)
  const [school, device] = await Promise.all([
    findSchool({ trx: db }),
    completeAttempt(db, attempt, started.tokenHash),
    previous && endSession(db, previous),
  ])
  setSessionCookie(request, reply, started.token)
  setDeviceCookie(request, reply, device)
  const must = { mustChoosePassword, factorMissing }
  return { msg: 'Signed in', userId, name, role, rights, campus, school, ...must, today: dateAt(now) }
}
