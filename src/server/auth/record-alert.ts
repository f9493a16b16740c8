import type { Kysely } from 'kysely'
import { hourAt } from '#domain/calendar.ts'
import { alertOf } from '#domain/security-alert.ts'
import type { SecurityEvent } from '#domain/security-event.ts'
import type { Schema } from '#server/database/schema.ts'
import type { Actor, RecordedEvent } from '#server/records/recorded-event.ts'
import { findRecent, hasSignedIn, insertSecurityEvents } from '#server/records/security-events.ts'

const countedKinds: readonly string[] = ['sign-in failed', 'sign-in slowed', 'password refused', 'refused']

/** Adds an event and returns it as stored. Needs the server's own connection, because it may raise an alert. */
export async function recordWithAlert(
  db: Kysely<Schema>,
  actor: Actor,
  event: SecurityEvent,
  isKnownDevice = true,
): Promise<RecordedEvent> {
  const alert = alertOf(event.kind, {
    hour: hourAt(actor.now),
    role: actor.role,
    factor: event.kind === 'signed in' ? (event.factor ?? null) : null,
    isKnownDevice,
    isFirstSignIn: event.kind === 'signed in' && !(await hasSignedIn(db, actor)),
    recent: countedKinds.includes(event.kind) ? await findRecent(db, actor, event.kind) : [],
  })
  const recorded = { ...actor, event, alert }
  await insertSecurityEvents(db, [recorded])
  return recorded
}
