import type { endSessionsOfUser as endpoint } from '#contract/own-sessions.ts'
import { orThrow, refuse } from '#domain/outcome.ts'
import type { CallContext } from '#server/http/call.ts'
import { writeHistory } from '#server/records/history.ts'
import { endSessionsNamed } from '#server/records/own-sessions.ts'
import { listStaffForAdmin, userChange } from '#server/services/staff-members.ts'

/** Signs a user of the campus out on one device, or everywhere. */
export async function endSessionsOfUser({ params, body, scope }: CallContext<typeof endpoint>) {
  const members = await listStaffForAdmin(scope)
  const user = members.find(({ userId }) => userId === params.userId) ?? orThrow(refuse('user-unknown'))
  const count = await endSessionsNamed(scope, user.userId, body.sessionId ?? null)
  if (count === 0) return orThrow(refuse('session-unknown'))
  await writeHistory(scope, { what: 'user signed out', ...userChange(user, user) })
  return { msg: 'Signed out successfully' as const, count }
}
