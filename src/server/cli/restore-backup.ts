import type { Kysely, Transaction } from 'kysely'
import { latestVersion } from '#server/database/migrate.ts'
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
} from '#server/records/campus/backup-tables.ts'
import { lockSchoolSetup } from '#server/records/campus/operator-campuses.ts'
import { formatVersion, type Header } from './backup-format.ts'
import type { OperatorKey } from './backup-keys.ts'
import { CommandError } from './errors.ts'
import { checkBackup, readRows, type BackupContents } from './read-backup.ts'

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
