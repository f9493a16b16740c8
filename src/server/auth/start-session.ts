import { Refused } from '#domain/outcome.ts'
import type { Schema } from '#server/database/schema.ts'
import { startSession, type StaffWithPassword } from '#server/records/sessions.ts'
import type { Kysely } from 'kysely'
import { newToken } from './session-cookie.ts'

/** Starts a session and returns its token; refuses where the password was changed, or the user disabled, meanwhile. */
export async function startSessionOf(
  db: Kysely<Schema>,
  staff: StaffWithPassword,
  now: Date,
): Promise<string> {
  const { token, tokenHash } = newToken()
  if (await startSession(db, staff, tokenHash, now)) return token
  throw new Refused({ code: 'invalid-credentials' })
}
