import type * as contract from '#contract/own-sessions.ts'
import type { SessionReply } from '#contract/own-sessions.ts'
import { describeDevice } from '#domain/device-words.ts'
import { orThrow, refuse, Refused, refuseFields } from '#domain/outcome.ts'
import { newToken } from '#server/auth/cookies.ts'
import { verifyPassword } from '#server/auth/password.ts'
import type { CallContext } from '#server/http/call.ts'
import { writeHistory } from '#server/records/history.ts'
import {
  endOwnSessions as end,
  endSessionsNamed,
  listOwnSessions,
  listSessionsOf,
  saveConfirmation,
  type SessionRow,
} from '#server/records/staff/own-sessions.ts'
import { findOwnPasswordHash } from '#server/records/staff/users.ts'
import { listStaffForAdmin, userChange } from '#server/services/staff-members.ts'

export const sessionReply = ({ agent, ...session }: SessionRow): SessionReply => ({
  ...session,
  device: describeDevice(agent),
})

const confirmedMinutes = 10

/** Returns a confirmation that allows guarded calls for a while; the session stores its hash. */
export async function confirmPassword({ body, scope }: CallContext<typeof contract.confirmPassword>) {
  const passwordHash = await findOwnPasswordHash(scope)
  // The user was disabled while this call was running.
  if (passwordHash === null) throw new Refused({ code: 'signed-out' })
  const isRight = await verifyPassword(passwordHash, body.password)
  if (!isRight) return orThrow(refuseFields({ field: 'password', message: 'This is not your password' }))
  const until = new Date(scope.now.getTime() + confirmedMinutes * 60_000)
  const { token, tokenHash } = newToken()
  if (!(await saveConfirmation(scope, tokenHash, until))) throw new Refused({ code: 'signed-out' })
  return { msg: 'Password confirmed' as const, confirmation: token, until }
}

export async function ownSessions({ scope }: CallContext<typeof contract.ownSessions>) {
  const sessions = await listOwnSessions(scope)
  return { msg: 'Signed-in devices fetched', sessions: sessions.map(sessionReply) }
}

/** Signs the caller out on one device, or on all others. */
export async function endOwnSessions({ body, scope }: CallContext<typeof contract.endOwnSessions>) {
  const { sessionId = null } = body
  const count = await end(scope, sessionId)
  if (count === 0 && sessionId !== null) return orThrow(refuse('session-unknown'))
  return { msg: 'Signed out successfully' as const, count }
}

export async function sessionsOfUser({ params, scope }: CallContext<typeof contract.sessionsOfUser>) {
  const members = await listStaffForAdmin(scope)
  if (!members.some(({ userId }) => userId === params.userId)) return orThrow(refuse('user-unknown'))
  const sessions = await listSessionsOf(scope, params.userId)
  return { msg: 'Signed-in devices fetched', sessions: sessions.map(sessionReply) }
}

/** Signs a user of the campus out on one device, or everywhere. */
export async function endSessionsOfUser({
  params,
  body,
  scope,
}: CallContext<typeof contract.endSessionsOfUser>) {
  const members = await listStaffForAdmin(scope)
  const user = members.find(({ userId }) => userId === params.userId) ?? orThrow(refuse('user-unknown'))
  const count = await endSessionsNamed(scope, user.userId, body.sessionId ?? null)
  if (count === 0) return orThrow(refuse('session-unknown'))
  await writeHistory(scope, { what: 'user signed out', ...userChange(user, user) })
  return { msg: 'Signed out successfully' as const, count }
}
