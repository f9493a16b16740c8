import { hourAt } from '#domain/calendar.ts'
import { alertOf, deviceKnownDays } from '#domain/security-alert.ts'
import type { SecurityEvent } from '#domain/security-event.ts'
import type { Schema } from '#server/database/schema.ts'
import type { Actor, RecordedEvent } from '#server/records/recorded-event.ts'
import { findRecent, findSignIns, insertSecurityEvents } from '#server/records/security-events.ts'
import type { Kysely } from 'kysely'

const counted: readonly string[] = ['sign-in failed', 'sign-in slowed', 'password refused', 'refused']

/**
 * Adds an event that may raise an alert, on the server's own connection, and returns it as it was kept. `isKnownDevice`
 * says of a sign-in whether the user had used the device before; without it the earlier sign-ins from the same address
 * with the same device decide.
 */
export async function recordWithAlert(
  db: Kysely<Schema>,
  actor: Actor,
  event: SecurityEvent,
  isKnownDevice?: boolean,
): Promise<RecordedEvent> {
  const signIns =
    event.kind === 'signed in'
      ? await findSignIns(db, actor, deviceKnownDays)
      : { hasAny: false, hasDevice: false }
  const alert = alertOf(event.kind, {
    hour: hourAt(actor.now),
    role: actor.role,
    isKnownDevice: isKnownDevice ?? signIns.hasDevice,
    isFirstSignIn: !signIns.hasAny,
    recent: counted.includes(event.kind) ? await findRecent(db, actor, event.kind) : [],
  })
  const recorded = { ...actor, event, alert }
  await insertSecurityEvents(db, [recorded])
  return recorded
}
