import type { Endpoint } from '#contract/endpoint.ts'
import type { SignedIn } from '#contract/session.ts'
import { dateAt } from '#domain/calendar.ts'
import { sessionHash, setSessionCookie } from '#server/auth/session-cookie.ts'
import type { PublicCallContext } from '#server/http/call.ts'
import { findSchool } from '#server/records/school.ts'
import { endSession, type StaffWithPassword } from '#server/records/sessions.ts'
import { forgetAttempts } from '#server/records/sign-in-attempts.ts'

type Entering = Pick<PublicCallContext<Endpoint>, 'db' | 'request' | 'reply' | 'now'>

/** The reply of a sign-in, with the cookie of its session; the session that the browser had before ends. */
export async function enter(
  { db, request, reply, now }: Entering,
  { userId, name, role, rights, campus }: StaffWithPassword,
  { token, factorMissing }: { readonly token: string; readonly factorMissing: boolean },
): Promise<SignedIn> {
  const previous = sessionHash(request)
  const [school] = await Promise.all([
    findSchool({ trx: db }),
    forgetAttempts(db, userId, request.ip),
    previous && endSession(db, previous),
  ])
  setSessionCookie(request, reply, token)
  return { msg: 'Signed in', userId, name, role, rights, campus, factorMissing, school, today: dateAt(now) }
}
