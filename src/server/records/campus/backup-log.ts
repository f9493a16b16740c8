// The log of backups and rehearsed restores, written on the owner's connection and read by admins.

import { sql, type Kysely } from 'kysely'
import type { BackupStatus } from '#domain/backup-schedule.ts'
import type { Schema } from '#server/database/schema.ts'

/** A backup that was made or failed, or a rehearsed restore. */
export interface BackupEvent {
  readonly at: Date
  readonly act: 'backup' | 'rehearsal'
  /** The file name without the folder. */
  readonly file: string
  /** Null if no backup was made. */
  readonly madeAt: Date | null
  readonly encrypted: boolean
  /** Null if the act succeeded. */
  readonly problem: string | null
}

const maxTextLength = 250

export async function logBackup(db: Kysely<Schema>, event: BackupEvent): Promise<void> {
  await db
    .insertInto('backup_log')
    .values({
      at: event.at,
      act: event.act,
      file: event.file.slice(-maxTextLength),
      made_at: event.madeAt,
      encrypted: event.encrypted,
      problem: event.problem?.slice(0, maxTextLength) ?? null,
    })
    .execute()
}

/** True if the file was made while the clock was ahead, and was not made again since. */
export async function wasMadeAhead(db: Kysely<Schema>, file: string, now: Date): Promise<boolean> {
  const { rows } = await sql<{ isAhead: boolean }>`
    select coalesce(min(made_at) > ${now}, false) as "isAhead" from backup_log
    where act = 'backup' and problem is null and file = ${file}`.execute(db)
  return rows[0]?.isAhead ?? false
}

interface StatusRow {
  readonly madeAt: Date | null
  readonly isEncrypted: boolean | null
  readonly failedAt: Date | null
  readonly rehearsedAt: Date | null
  readonly isSound: boolean | null
}

/** Reads the last backup, the last failure after it, and the last rehearsal. */
export async function readBackupStatus({ trx }: { readonly trx: Kysely<Schema> }): Promise<BackupStatus> {
  const { rows } = await sql<StatusRow>`
    select b.made_at as "madeAt", b.encrypted as "isEncrypted", r.at as "rehearsedAt", r.problem is null as "isSound",
      (select max(at) from backup_log where act = 'backup' and problem is not null
        and entry_no > coalesce(b.entry_no, 0)) as "failedAt"
    from (select) one
      left join lateral (select entry_no, made_at, encrypted from backup_log
        where act = 'backup' and problem is null order by entry_no desc limit 1) b on true
      left join lateral (select at, problem from backup_log
        where act = 'rehearsal' order by entry_no desc limit 1) r on true`.execute(trx)
  const [row] = rows
  return {
    lastBackup: row?.madeAt ? { madeAt: row.madeAt, isEncrypted: row.isEncrypted === true } : null,
    failedAt: row?.failedAt ?? null,
    lastRehearsal: row?.rehearsedAt ? { rehearsedAt: row.rehearsedAt, isSound: row.isSound === true } : null,
  }
}
