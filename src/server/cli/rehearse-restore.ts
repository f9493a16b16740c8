import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { migrate } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/open.ts'
import type { BackupEvent } from '#server/records/campus/backup-log.ts'
import type { Header } from './backup-format.ts'
import type { OperatorKey } from './backup-keys.ts'
import { restoreBackup } from './restore-backup.ts'
import { verifyBooks, type Verdict } from './verify-books.ts'

/** The name of the command in the security log; it does not change the school. */
export const rehearsalCommand = 'restore --rehearse'

export interface Rehearsal {
  /** The verdict of `verify` on the restored books. */
  readonly verdict: Verdict
  readonly isEncrypted: boolean
}

/**
 * Restores a checked backup into an embedded database in the system's temporary folder (TMPDIR), checks every law, and
 * removes the database. Throws the same errors as `restoreBackup`.
 */
export async function rehearseRestore(path: string, key: OperatorKey | null): Promise<Rehearsal> {
  const dataDir = mkdtempSync(join(tmpdir(), 'school-rehearsal-'))
  try {
    // Writes do not wait for the disk, because the database may be lost.
    const database = await openDatabase({ dataDir, durable: false })
    try {
      await migrate(database.kysely)
      await restoreBackup(database.kysely, path, key)
      return { verdict: await verifyBooks(database.kysely), isEncrypted: key !== null }
    } finally {
      await database.close()
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

export const rehearsalEvent = (
  path: string,
  { madeAt }: Header,
  { verdict, isEncrypted }: Rehearsal,
  at: Date,
): BackupEvent => ({
  at,
  act: 'rehearsal',
  file: basename(path),
  madeAt: new Date(madeAt),
  encrypted: isEncrypted,
  problem: verdict.sound ? null : (verdict.lines.at(-1) ?? 'The books are not sound'),
})
