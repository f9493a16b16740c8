// Rows are never changed: acts of a call are added in the scope's transaction, other events on the server's connection.

import { sql, type Insertable, type Kysely } from 'kysely'
import { operator } from '#domain/roles.ts'
import { manyWithinMinutes, type Recent } from '#domain/security-alert.ts'
import { eventWords, type SecurityEvent } from '#domain/security-event.ts'
import type { Schema } from '#server/database/schema.ts'
import { actorOf, commandLine, type Actor, type RecordedEvent, type Scope } from './scope.ts'

/** Returns an event as plain values, for the table and the server's log. */
export function eventValues({ event, alert, ...actor }: RecordedEvent) {
  const { kind, ...details } = event
  return {
    campus: actor.campus,
    user_id: actor.userId,
    role: actor.role,
    address: actor.origin.address,
    device: actor.origin.device,
    request_id: actor.origin.requestId,
    kind,
    alert,
    what: eventWords(event),
    details,
  }
}

const rowOf = (recorded: RecordedEvent): Insertable<Schema['security_events']> => {
  const values = eventValues(recorded)
  return { ...values, at: recorded.now, details: JSON.stringify(values.details) }
}

export async function insertSecurityEvents(
  db: Kysely<Schema>,
  recorded: readonly RecordedEvent[],
): Promise<void> {
  if (recorded.length > 0) await db.insertInto('security_events').values(recorded.map(rowOf)).execute()
}

/** Adds an event in the transaction of its call, so that both are kept or neither is. */
export async function recordSecurityEvent(scope: Scope, event: SecurityEvent): Promise<void> {
  const recorded = { ...actorOf(scope), event, alert: null }
  await insertSecurityEvents(scope.trx, [recorded])
  scope.recorded.push(recorded)
}

/** Records that the operator ran a command, for the admins of every campus. */
export const recordCommand = (db: Kysely<Schema>, command: string, now: Date): Promise<void> => {
  const actor = { campus: null, userId: operator, role: null, origin: commandLine, now }
  return insertSecurityEvents(db, [{ ...actor, event: { kind: 'command', command }, alert: null }])
}

const minutesBefore = (now: Date, minutes: number): Date => new Date(now.getTime() - minutes * 60_000)

const failureKinds = ['sign-in failed', 'sign-in slowed', 'password refused']

/** Counts the recent events of a kind, including this event: of the user and, for failures, from the address. */
export async function findRecent(
  db: Kysely<Schema>,
  { userId, origin, now }: Actor,
  kind: SecurityEvent['kind'],
): Promise<Recent[]> {
  const isFailure = failureKinds.includes(kind)
  const kinds = isFailure ? failureKinds : [kind]
  const since = minutesBefore(now, manyWithinMinutes)
  // Later events were dated while a clock was ahead; an alert among them would suppress the next alerts.
  const until = minutesBefore(now, -manyWithinMinutes)
  const count = async (column: 'user_id' | 'address', value: string): Promise<Recent> => {
    const { rows } = await sql<Recent>`
      select count(*)::int + 1 as count, coalesce(bool_or(alert is not null), false) as "isAlerted"
      from security_events
      where ${sql.ref(column)} = ${value} and kind in (${sql.join(kinds)}) and at > ${since}
        and at < ${until}`.execute(db)
    return rows[0] ?? { count: 1, isAlerted: false }
  }
  return [
    ...(userId === null ? [] : [await count('user_id', userId)]),
    ...(isFailure ? [await count('address', origin.address)] : []),
  ]
}

export async function hasSignedIn(db: Kysely<Schema>, { userId }: Actor): Promise<boolean> {
  const { rows } = await sql`
    select from security_events where user_id = ${userId} and kind = 'signed in' limit 1`.execute(db)
  return rows.length > 0
}

/** Finds a user of any campus, enabled or disabled. */
export async function findKnownUser(
  db: Kysely<Schema>,
  userId: string,
): Promise<(Pick<Actor, 'campus' | 'userId' | 'role'> & { readonly disabled: boolean }) | null> {
  const row = await db
    .selectFrom('staff')
    .select(['campus', 'user_id as userId', 'role', 'disabled'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row ?? null
}

/** Counts alerts since an admin last read the log; compares event numbers if a clock was ahead. */
export async function findUnseenAlerts({
  trx,
  campus,
  now,
}: Scope): Promise<{ readonly alerts: number; readonly since: Date | null }> {
  const { rows } = await sql<{ alerts: number; since: Date | null }>`
    select count(*)::int as alerts, min(at) as since from security_events
    where alert is not null and (campus = ${campus} or campus is null) and case when at <= ${now}
      then at > coalesce((select max(at) from security_events
        where campus = ${campus} and kind = 'log read' and at <= ${now}), '-infinity')
      else event_no > coalesce((select max(event_no) from security_events
        where campus = ${campus} and kind = 'log read'), 0) end`.execute(trx)
  return rows[0] ?? { alerts: 0, since: null }
}

/** The days for which reads, and failed sign-ins of unknown users, are kept; all other events stay. */
const readsKeptDays = 400
const strangersKeptDays = 90

/** Deletes old reads and failed sign-ins of unknown users, as the server's own user: no call may delete events. */
export async function deleteOldEvents(db: Kysely<Schema>, now: Date): Promise<void> {
  await db
    .deleteFrom('security_events')
    .where('kind', 'in', ['record read', 'log read'])
    .where('at', '<', minutesBefore(now, readsKeptDays * 24 * 60))
    .execute()
  await db
    .deleteFrom('security_events')
    .where('kind', 'in', failureKinds)
    .where('user_id', 'is', null)
    .where('at', '<', minutesBefore(now, strangersKeptDays * 24 * 60))
    .execute()
}
