import type { signOut as endpoint } from '#contract/session.ts'
import { clearSessionCookie, sessionHash } from '#server/auth/session-cookie.ts'
import type { PublicCallContext } from '#server/http/call.ts'
import { endSession } from '#server/records/sessions.ts'

/** Ends the session in the database too, so that a copied cookie is worthless. */
export async function signOut({ request, reply, db }: PublicCallContext<typeof endpoint>) {
  const tokenHash = sessionHash(request)
  if (tokenHash) await endSession(db, tokenHash)
  clearSessionCookie(request, reply)
  return { msg: 'Signed out' }
}
