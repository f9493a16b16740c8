import type { Kysely } from 'kysely'
import { hourAt } from '#domain/calendar.ts'
import { alertOf } from '#domain/security-alert.ts'
import type { SecurityEvent } from '#domain/security-event.ts'
import type { Schema } from '#server/database/schema.ts'
import type { Actor, RecordedEvent } from '#server/records/recorded-event.ts'
import { findRecent, hasSignedIn, insertSecurityEvents } from '#server/records/security-events.ts'

const counted: readonly string[] = ['sign-in failed', 'sign-in slowed', 'password refused', 'refused']

/** Adds an event on the server's own connection, as it may raise an alert, and returns it as it was kept. */
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
    recent: counted.includes(event.kind) ? await findRecent(db, actor, event.kind) : [],
  })
  const recorded = { ...actor, event, alert }
  await insertSecurityEvents(db, [recorded])
  return recorded
}
