import type { SignedIn, signIn as endpoint } from '#contract/session.ts'
import { dateAt } from '#domain/calendar.ts'
import { Refused } from '#domain/outcome.ts'
import type { DoorCall } from '#server/http/mount.ts'
import { giveCookie, newToken, sessionHash } from '#server/http/session-cookie.ts'
import { verifyPassword } from '#server/http/password.ts'
import { secondsToWait, triesCountMinutes } from './slowing.ts'

/** Signs a member of staff in; a wrong password and an unknown user cost the same work and get the same answer (spec §4). */
export async function signIn(call: DoorCall<typeof endpoint>): Promise<SignedIn> {
  const { body, request, reply, door, tries, now } = call
  const userId = body.userId.toLowerCase()
  const since = new Date(now.getTime() - triesCountMinutes * 60_000)
  const wait = await tries.begin({ userId, address: request.ip, since, now }, secondsToWait)
  if (wait > 0) throw new Refused({ code: 'too-many-tries', facts: { retryAfter: wait } })

  const staff = await door.findStaff(userId)
  const right = await verifyPassword(staff?.passwordHash ?? null, body.password)
  if (!staff || !right) throw new Refused({ code: 'invalid-credentials' })

  await tries.forget(userId, request.ip)
  const before = sessionHash(request)
  if (before) await door.endSession(before)
  const { token, tokenHash } = newToken()
  await door.startSession(staff, tokenHash, now)
  giveCookie(request, reply, token)
  const { name, role, campus } = staff
  return { msg: 'Signed in', userId, name, role, campus, school: await door.findSchool(), today: dateAt(now) }
}
