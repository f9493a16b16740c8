import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { Kysely, Transaction } from 'kysely'
import { latestVersion, migrate } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/open.ts'
import type { Schema } from '#server/database/schema.ts'
import {
  checkConstraints,
  insertJson,
  listTablesWithTriggers,
  withoutTriggers,
} from '#server/records/bulk-rows.ts'
import {
  backupTables,
  clearSecurityLog,
  continueNumbers,
  isEmpty,
  liftTimeouts,
  listWrittenColumns,
  type BackupEvent,
} from '#server/records/campus/backups.ts'
import { lockSchoolSetup } from '#server/records/campus/school.ts'
import { formatVersion, type Header } from './backup-format.ts'
import type { OperatorKey } from './backup-keys.ts'
import { checkBackup, readRows, type BackupContents } from './read-backup.ts'
import { CommandError } from './terminal.ts'
import { verifyBooks, type Verdict } from './verify-books.ts'

/** Reads a backup from end to end, before a database is opened. Throws CommandError if it cannot be restored here. */
export async function checkRestorable(path: string, key: OperatorKey | null): Promise<BackupContents> {
  const contents = await checkBackup(path, key)
  requireSameVersion(contents.header)
  return contents
}

/**
 * Fills an empty database with a checked backup, or leaves it empty: checksum and signature are compared again before
 * the commit. Throws CommandError if the database has a school.
 */
export async function restoreBackup(
  db: Kysely<Schema>,
  path: string,
  key: OperatorKey | null,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await liftTimeouts(trx)
    await lockSchoolSetup(trx)
    if (!(await isEmpty(trx))) {
      throw new CommandError(
        'There is a school in this database already: a backup is restored into an empty one',
      )
    }
    await clearSecurityLog(trx)
    // The rows already contain the counts that the triggers keep.
    await withoutTriggers(trx, await listTablesWithTriggers(trx), async () => {
      await insertBackup(trx, path, key)
      await checkConstraints(trx)
    })
    await continueNumbers(trx)
  })
}

function requireSameVersion({ version, schema }: Header): void {
  if (version === formatVersion && schema === latestVersion) return
  const age = version > formatVersion || schema > latestVersion ? 'a newer' : 'an older'
  throw new CommandError(
    `The backup is of ${age} version of this program (its tables have version ${schema}, here they have ` +
      `${latestVersion}): restore it with the version that made it, then start the newer program on it`,
  )
}

async function insertBackup(trx: Transaction<Schema>, path: string, key: OperatorKey | null): Promise<void> {
  // Table and column names become part of the SQL, so only the names of this program's own tables are accepted.
  const ownColumns = new Map<string, string>()
  for (const { table } of backupTables) ownColumns.set(table, (await listWrittenColumns(trx, table)).join())
  for await (const { table, columns, rows } of readRows(path, key)) {
    if (ownColumns.get(table) !== columns.join()) {
      throw new CommandError(`The backup's table ${table} has other columns than the one here`)
    }
    await insertJson(trx, { table, columns, json: `[${rows.join(',')}]` })
  }
}

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
