import type { ownSessions as endpoint } from '#contract/own-sessions.ts'
import type { CallContext } from '#server/http/call.ts'
import { listOwnSessions } from '#server/records/own-sessions.ts'
import { sessionReply } from './session-reply.ts'

/** The caller's own sessions. */
export async function ownSessions({ scope }: CallContext<typeof endpoint>) {
  const sessions = await listOwnSessions(scope)
  return { msg: 'Signed-in devices fetched', sessions: sessions.map(sessionReply) }
}
