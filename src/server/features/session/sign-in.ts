import type { SignedIn, signIn as endpoint } from '#contract/session.ts'
import { dateAt } from '#domain/calendar.ts'
import { Refused } from '#domain/outcome.ts'
import type { DoorCall } from '#server/http/mount.ts'
import { giveCookie, newToken, sessionHash } from '#server/http/session-cookie.ts'
import { verifyPassword } from '#server/http/password.ts'
import { beginTry } from '#server/http/slowing.ts'

/** Signs a member of staff in; a wrong password and an unknown user cost the same work and get the same answer (spec 4.session). */
export async function signIn(call: DoorCall<typeof endpoint>): Promise<SignedIn> {
  const { body, request, reply, door, tries, now } = call
  const userId = body.userId.toLowerCase()
  const [staff] = await Promise.all([
    door.findStaff(userId),
    beginTry(tries, { userId, address: request.ip, now }),
  ])
  const right = await verifyPassword(staff?.passwordHash ?? null, body.password)
  if (!staff || !right) throw new Refused({ code: 'invalid-credentials' })

  const { token, tokenHash } = newToken()
  const started = await door.startSession(staff, tokenHash, now)
  if (!started) throw new Refused({ code: 'invalid-credentials' })
  const before = sessionHash(request)
  const [school] = await Promise.all([
    door.findSchool(),
    tries.forget(userId, request.ip),
    before && door.endSession(before),
  ])
  giveCookie(request, reply, token)
  const { name, role, campus } = staff
  return { msg: 'Signed in', userId, name, role, campus, school, today: dateAt(now) }
}
