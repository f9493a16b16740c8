import type { signOut as endpoint } from '#contract/session.ts'
import { originOf } from '#server/auth/authenticate.ts'
import { recordWithAlert } from '#server/auth/record-alert.ts'
import { clearSessionCookie, sessionHash } from '#server/auth/session-cookie.ts'
import type { PublicCallContext } from '#server/http/call.ts'
import { endSession } from '#server/records/sessions.ts'

/** Ends the session in the database too, so that a copied cookie is worthless. */
export async function signOut({ request, reply, db, security, now }: PublicCallContext<typeof endpoint>) {
  const tokenHash = sessionHash(request)
  const ended = tokenHash
    ? await db.transaction().execute(async (trx) => {
        const session = await endSession(trx, tokenHash)
        if (session === null) return []
        const actor = { ...session, role: null, origin: originOf(request), now }
        return [await recordWithAlert(trx, actor, { kind: 'signed out' })]
      })
    : []
  security.written(ended)
  clearSessionCookie(request, reply)
  return { msg: 'Signed out' }
}
