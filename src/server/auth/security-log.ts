// Events go into the table and then, as one JSON line each, to the server's log or to a file.

import type { Kysely } from 'kysely'
import type { SecurityEvent } from '#domain/security-event.ts'
import type { Schema } from '#server/database/schema.ts'
import { actorOf, type Actor, type RecordedEvent } from '#server/records/recorded-event.ts'
import { findKnownUser, insertSecurityEvents } from '#server/records/security-events.ts'
import { recordWithAlert } from './record-alert.ts'

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
