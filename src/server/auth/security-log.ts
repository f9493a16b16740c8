// Events go into the table and then, as one JSON line each, to the server's log or to a file.

import { appendFile } from 'node:fs/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import { hourAt } from '#domain/calendar.ts'
import { alertOf } from '#domain/security-alert.ts'
import type { SecurityEvent } from '#domain/security-event.ts'
import type { Schema } from '#server/database/schema.ts'
import { actorOf, type Actor, type RecordedEvent } from '#server/records/scope.ts'
import {
  eventValues,
  findKnownUser,
  findRecent,
  hasSignedIn,
  insertSecurityEvents,
} from '#server/records/security-events.ts'

export interface SecurityLines {
  readonly write: (events: readonly RecordedEvent[]) => void
  /** Resolves when everything is written. */
  readonly close: () => Promise<void>
}

interface Settings {
  readonly db: Kysely<Schema>
  readonly lines: SecurityLines
  /** Called if reads could not be added, or if some were left out because too many were waiting. */
  readonly onError: (problem: unknown) => void
}

const flushEveryMs = 1000
/** Reads above this number, within a second or while the database is unavailable, are counted and left out. */
const maxWaiting = 5000
/** Refusals and delays above this number in a minute, of one user or of unknown users at one address, add no row. */
const maxPerMinute = 30
const maxKeys = 5000

/** True if a constraint or a value is at fault, such as a deleted campus: the database will never accept the events. */
const isNeverTaken = (problem: unknown): boolean =>
  problem instanceof Error && 'code' in problem && /^2[23]/.test(String(problem.code))

export class SecurityLog {
  private readonly db: Kysely<Schema>
  private readonly lines: SecurityLines
  private readonly onError: (problem: unknown) => void
  /** Reads that are not written yet; a record that the same user reads again within a second counts once. */
  private readonly waiting = new Map<string, RecordedEvent>()
  private leftOut = 0
  private timer: NodeJS.Timeout | null = null
  private flushing: Promise<void> = Promise.resolve()
  private minute = 0
  private readonly inMinute = new Map<string, number>()

  constructor({ db, lines, onError }: Settings) {
    this.db = db
    this.lines = lines
    this.onError = onError
  }

  /** Adds an event in a transaction of its own: for a refused call, or before a file is completed. */
  async record(actor: Actor, event: SecurityEvent): Promise<void> {
    if (!this.isWithinLimit(actor, event)) return
    const recorded = await this.db.transaction().execute((trx) => recordWithAlert(trx, actor, event))
    this.written([recorded])
  }

  /** Adds a refused or delayed sign-in. An unknown user id is not kept, because it may be a password. */
  async recordFailedSignIn(
    userId: string,
    { origin, now }: Pick<Actor, 'origin' | 'now'>,
    secondsToWait: number | null,
  ): Promise<void> {
    const user = await findKnownUser(this.db, userId)
    const actor = {
      campus: user?.campus ?? null,
      userId: user?.userId ?? null,
      role: user?.role ?? null,
      origin,
      now,
    }
    if (secondsToWait !== null) {
      return this.record(actor, { kind: 'sign-in slowed', seconds: secondsToWait })
    }
    const why = user === null ? 'no such user' : user.disabled ? 'user is disabled' : 'wrong password'
    return this.record(actor, { kind: 'sign-in failed', why })
  }

  written(events: readonly RecordedEvent[]): void {
    if (events.length > 0) this.lines.write(events)
  }

  /**
   * Notes a read. It is written within a second, together with others, so that a look-up does not wait for it. `close`
   * writes the last reads; a server that is killed loses the reads of the last second.
   */
  note(actor: Actor, event: SecurityEvent): void {
    const what = event.kind === 'record read' ? `${event.record} ${event.number}` : event.kind
    const key = `${actor.userId} ${what}`
    if (this.waiting.size >= maxWaiting) this.leftOut += 1
    else if (!this.waiting.has(key)) this.waiting.set(key, { ...actorOf(actor), event, alert: null })
    this.timer ??= setTimeout(() => void this.flush(), flushEveryMs).unref()
  }

  flush(): Promise<void> {
    if (this.timer) clearTimeout(this.timer)
    this.timer = null
    this.flushing = this.flushing.then(() => this.writeWaiting())
    return this.flushing
  }

  async close(): Promise<void> {
    await this.flush()
    await this.lines.close()
  }

  private async writeWaiting(): Promise<void> {
    if (this.leftOut > 0)
      this.onError(new Error(`${this.leftOut} reads of records are not in the security log`))
    this.leftOut = 0
    // Leaves events that are noted meanwhile for the next batch.
    const batch = new Map(this.waiting)
    const forget = () => batch.forEach((_, key) => this.waiting.delete(key))
    const events = [...batch.values()]
    if (events.length === 0) return
    try {
      await insertSecurityEvents(this.db, events)
      forget()
      this.written(events)
    } catch (problem) {
      // Tries these events again with the next ones, unless the database will never take them.
      if (isNeverTaken(problem)) forget()
      this.onError(problem)
    }
  }

  /** Limits the kinds of events that anyone can cause without end; other events are bounded by their records. */
  private isWithinLimit({ userId, origin, now }: Actor, { kind }: SecurityEvent): boolean {
    if (kind !== 'refused' && kind !== 'sign-in slowed') return true
    const minute = Math.floor(now.getTime() / 60_000)
    if (minute !== this.minute || this.inMinute.size >= maxKeys) this.inMinute.clear()
    this.minute = minute
    const key = `${kind} ${userId ?? origin.address}`
    const count = (this.inMinute.get(key) ?? 0) + 1
    this.inMinute.set(key, count)
    return count <= maxPerMinute
  }
}

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

/** Returns the line of an event, with the ids of user and campus, never a name. */
function lineOf(recorded: RecordedEvent) {
  const { user_id: user, request_id: requestId, what: _, details, ...others } = eventValues(recorded)
  return { security: true, at: recorded.now.toISOString(), user, requestId, ...others, ...details }
}

const wordsOf = (recorded: RecordedEvent): string => eventValues(recorded).what

/** Writes events to the server's log, alerts as warnings. */
export const linesInLog = (log: FastifyBaseLogger): SecurityLines => ({
  write(events) {
    for (const recorded of events) {
      log[recorded.alert === null ? 'info' : 'warn'](lineOf(recorded), wordsOf(recorded))
    }
  },
  close: async () => {},
})

/**
 * Writes events to a file, and alerts as warnings to the server's log too. Opens the file for each batch, so that it
 * can be moved away at any time. Calls `onError` if the file cannot be written; the table has the events.
 */
export function linesInFile(
  path: string,
  log: FastifyBaseLogger,
  onError: (problem: unknown) => void,
): SecurityLines {
  let queue: string[] = []
  let writing: Promise<void> | null = null
  const writeAll = async () => {
    while (queue.length > 0) {
      const batch = queue.join('')
      queue = []
      await appendFile(path, batch, { mode: 0o600 }).catch(onError)
    }
    writing = null
  }
  const inLog = linesInLog(log)
  return {
    write(events) {
      for (const recorded of events) {
        const level = recorded.alert === null ? 'info' : 'warn'
        queue.push(`${JSON.stringify({ level, ...lineOf(recorded), msg: wordsOf(recorded) })}\n`)
      }
      inLog.write(events.filter(({ alert }) => alert !== null))
      writing ??= writeAll()
    },
    close: async () => {
      await writing
    },
  }
}
