import type { signOut as endpoint } from '#contract/session.ts'
import type { DoorCall } from '#server/http/mount.ts'
import { sessionHash, takeCookie } from '#server/http/session-cookie.ts'

/** Ends the session at the server too: its cookie is worth nothing from then on. */
export async function signOut({ request, reply, door }: DoorCall<typeof endpoint>): Promise<{ msg: string }> {
  const tokenHash = sessionHash(request)
  if (tokenHash) await door.endSession(tokenHash)
  takeCookie(request, reply)
  return { msg: 'Signed out' }
}
