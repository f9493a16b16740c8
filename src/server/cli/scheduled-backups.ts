import { readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { addAbortSignal } from 'node:stream'
import type { Kysely } from 'kysely'
import { backupName, backupsToDelete } from '#domain/backup-schedule.ts'
import { dateAt, formatTime } from '#domain/calendar.ts'
import type { Schema } from '#server/database/schema.ts'
import { errorMessage } from '#server/database/server-errors.ts'
import { logBackup, wasMadeAhead } from '#server/records/campus/backups.ts'
import type { ServerKey } from './backup-keys.ts'
import { backupEvent, packBackup, saveBackup, type SavedBackup } from './write-backup.ts'

export interface BackupSchedule {
  readonly folder: string
  /** The time by the school's clock, such as `02:30`. */
  readonly time: string
  /** The number of daily backups to keep (domain/backup-schedule.ts). */
  readonly keep: number
  /** Null if backups are not encrypted. */
  readonly key: ServerKey | null
}

interface ServerSide {
  readonly db: Kysely<Schema>
  readonly clock: () => Date
  readonly signal: AbortSignal
}

const checkEveryMs = 60_000
/** The delay of the next attempt after a failure. */
const retryAfterMs = 15 * 60_000

/** Makes the backup that is due and deletes expired backups; returns null if no backup is due. */
export async function makeDueBackup(
  { folder, time, keep, key }: BackupSchedule,
  { db, clock, signal }: ServerSide,
): Promise<SavedBackup | null> {
  const now = clock()
  if (formatTime(now) < time) return null
  const name = backupName(dateAt(now))
  const path = join(folder, name)
  const madeAhead = `${path}.ahead`
  const names = await readdir(folder)
  if (names.includes(name)) {
    if (!(await wasMadeAhead(db, name, now))) return null
    await rename(path, madeAhead)
  }
  // A crash may have left a partial file; only this server writes here.
  await rm(`${path}.part`, { force: true })
  try {
    const saved = await saveBackup(path, async () => addAbortSignal(signal, packBackup(db, now)), key)
    await logBackup(db, backupEvent(path, saved, clock()))
    await rm(madeAhead, { force: true })
    for (const old of backupsToDelete([...names, name], keep)) await rm(join(folder, old), { force: true })
    return saved
  } catch (error) {
    if (signal.aborted) return null
    const failure = {
      at: clock(),
      act: 'backup',
      file: name,
      madeAt: null,
      encrypted: key !== null,
      problem: errorMessage(error),
    } as const
    // A database that cannot log the failure fails for the same reason as the backup, so the first error is enough.
    await logBackup(db, failure).catch(() => {})
    throw error
  }
}

interface Listeners {
  readonly onSaved: (saved: SavedBackup) => void
  readonly onError: (error: unknown) => void
}

/** Starts the schedule; returns a function that ends it and aborts a backup that is being made. */
export function startScheduledBackups(
  schedule: BackupSchedule,
  { db, clock }: Pick<ServerSide, 'db' | 'clock'>,
  { onSaved, onError }: Listeners,
): () => Promise<void> {
  const shutdown = new AbortController()
  let running: Promise<void> | null = null
  let notBefore = 0

  async function check(): Promise<void> {
    try {
      const saved = await makeDueBackup(schedule, { db, clock, signal: shutdown.signal })
      if (saved) onSaved(saved)
    } catch (error) {
      notBefore = performance.now() + retryAfterMs
      onError(error)
    } finally {
      running = null
    }
  }

  const timer = setInterval(() => {
    if (!running && performance.now() >= notBefore) running = check()
  }, checkEveryMs)
  return async () => {
    clearInterval(timer)
    shutdown.abort()
    await running
  }
}
