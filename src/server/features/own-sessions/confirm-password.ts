import type { confirmPassword as endpoint } from '#contract/own-sessions.ts'
import { orThrow, Refused, refuseFields } from '#domain/outcome.ts'
import { verifyPassword } from '#server/auth/password.ts'
import { newToken } from '#server/auth/session-cookie.ts'
import type { CallContext } from '#server/http/call.ts'
import { saveConfirmation } from '#server/records/own-sessions.ts'
import { findOwnPasswordHash } from '#server/records/users.ts'

const confirmedMinutes = 10

/** Compares the caller's password; the reply's confirmation, whose hash the session keeps, opens guarded calls for a while. */
export async function confirmPassword({ body, scope }: CallContext<typeof endpoint>) {
  const known = await findOwnPasswordHash(scope)
  // Disabled while this call was under way.
  if (known === null) throw new Refused({ code: 'signed-out' })
  const isRight = await verifyPassword(known, body.password)
  if (!isRight) return orThrow(refuseFields({ field: 'password', message: 'This is not your password' }))
  const until = new Date(scope.now.getTime() + confirmedMinutes * 60_000)
  const { token, tokenHash } = newToken()
  if (!(await saveConfirmation(scope, tokenHash, until))) throw new Refused({ code: 'signed-out' })
  return { msg: 'Password confirmed' as const, confirmation: token, until }
}
