import type { FastifyRequest } from 'fastify'
import type { Transaction } from 'kysely'
import { Refused, type FactorWay } from '#domain/outcome.ts'
import type { Schema } from '#server/database/schema.ts'
import type { RecordedEvent } from '#server/records/recorded-event.ts'
import { startSession, type StaffWithPassword } from '#server/records/staff/sessions.ts'
import { originOf } from './authenticate.ts'
import { recordWithAlert } from './record-alert.ts'
import { newToken } from './session-cookie.ts'
import type { SignInAttempt } from './sign-in-throttle.ts'

export interface SignInWay {
  readonly request: FastifyRequest
  readonly attempt: SignInAttempt
  /** Null if the password alone opens the session. */
  readonly factor: FactorWay | null
  readonly now: Date
}

/** A new session, with its event in the security log. */
export interface StartedSession {
  readonly token: string
  readonly tokenHash: Buffer
  readonly recorded: RecordedEvent
}

/** Starts and logs a session in one transaction; refuses if meanwhile the password was changed or the user disabled. */
export async function startSessionOf(
  trx: Transaction<Schema>,
  staff: StaffWithPassword,
  { request, attempt, factor, now }: SignInWay,
): Promise<StartedSession> {
  const { token, tokenHash } = newToken()
  const browser = { address: request.ip, agent: request.headers['user-agent'] ?? '' }
  if (!(await startSession(trx, staff, tokenHash, now, browser))) {
    throw new Refused({ code: 'invalid-credentials' })
  }
  const actor = { ...staff, origin: originOf(request), now }
  const event = { kind: 'signed in' as const, ...(factor && { factor }) }
  // A user who has only opened a link on the device has not signed in on it yet.
  const isKnownDevice = attempt.isKnownDevice && attempt.triesLeft === null
  return { token, tokenHash, recorded: await recordWithAlert(trx, actor, event, isKnownDevice) }
}
