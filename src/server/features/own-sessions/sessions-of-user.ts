import type { sessionsOfUser as endpoint } from '#contract/own-sessions.ts'
import { orThrow, refuse } from '#domain/outcome.ts'
import type { CallContext } from '#server/http/call.ts'
import { listSessionsOf } from '#server/records/own-sessions.ts'
import { listStaffForAdmin } from '#server/services/staff-members.ts'
import { sessionReply } from './session-reply.ts'

/** The sessions of a user of the campus. */
export async function sessionsOfUser({ params, scope }: CallContext<typeof endpoint>) {
  const members = await listStaffForAdmin(scope)
  if (!members.some(({ userId }) => userId === params.userId)) return orThrow(refuse('user-unknown'))
  const sessions = await listSessionsOf(scope, params.userId)
  return { msg: 'Signed-in devices fetched', sessions: sessions.map(sessionReply) }
}
