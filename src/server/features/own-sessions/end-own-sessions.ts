import type { endOwnSessions as endpoint } from '#contract/own-sessions.ts'
import { orThrow, refuse } from '#domain/outcome.ts'
import type { CallContext } from '#server/http/call.ts'
import { endOwnSessions as end } from '#server/records/own-sessions.ts'

/** Signs the caller out on one device, or on all others. */
export async function endOwnSessions({ body, scope }: CallContext<typeof endpoint>) {
  const { sessionId = null } = body
  const count = await end(scope, sessionId)
  if (count === 0 && sessionId !== null) return orThrow(refuse('session-unknown'))
  return { msg: 'Signed out successfully' as const, count }
}
