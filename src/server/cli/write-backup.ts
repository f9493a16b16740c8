import { createHash } from 'node:crypto'
import { createWriteStream, existsSync } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline as pipe, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { latestVersion } from '#server/database/migrate.ts'
import type { Schema } from '#server/database/schema.ts'
import {
  backupTables,
  countRows,
  listWrittenColumns,
  openSnapshot,
  readRowsAsJson,
} from '#server/records/backup-tables.ts'
import type { Kysely, Transaction } from 'kysely'
import { formatName, formatVersion } from './backup-format.ts'
import { CommandError } from './errors.ts'
import { checkBackup, type BackupContents } from './read-backup.ts'

/** Lines of a backup, with how many of them are rows. */
interface Lines {
  readonly text: string
  readonly rows: number
}

const asLine = (value: object): string => `${JSON.stringify(value)}\n`

async function* tableLines(trx: Transaction<Schema>): AsyncGenerator<Lines> {
  for (const backupTable of backupTables) {
    const { table } = backupTable
    const columns = await listWrittenColumns(trx, table)
    yield { text: asLine({ table, columns, rows: await countRows(trx, table) }), rows: 0 }
    for await (const rows of readRowsAsJson(trx, backupTable, columns)) {
      yield { text: rows.map((row) => `${row}\n`).join(''), rows: rows.length }
    }
  }
}

async function* backupLines(db: Kysely<Schema>, madeAt: Date): AsyncGenerator<string> {
  const trx = await openSnapshot(db)
  try {
    const hash = createHash('sha256')
    const header = asLine({
      format: formatName,
      version: formatVersion,
      schema: latestVersion,
      madeAt: madeAt.toISOString(),
    })
    hash.update(header)
    yield header
    let rowsWritten = 0
    for await (const { text, rows } of tableLines(trx)) {
      hash.update(text)
      rowsWritten += rows
      yield text
    }
    yield asLine({ rows: rowsWritten, sha256: hash.digest('hex') })
  } finally {
    await trx.rollback().execute()
  }
}

/** A compressed backup of the school at one instant, read from the database as fast as it is written. */
export function packBackup(db: Kysely<Schema>, madeAt: Date): Readable {
  const lines = Readable.from(backupLines(db, madeAt), { highWaterMark: 1 })
  // The returned stream emits the error of either; the callback is only there because pipe requires one.
  return pipe(lines, createGzip(), () => {})
}

/** A backup under its final name, with what it holds. */
export interface SavedBackup extends BackupContents {
  readonly bytes: number
}

/**
 * Writes a backup to `path.part`, flushes it to the disk, reads it through, and only then renames it to `path`: a file
 * of that name can be restored. Throws CommandError where either file exists; it never replaces one.
 */
export async function saveBackup(path: string, pack: () => Promise<Readable>): Promise<SavedBackup> {
  requireNoFile(path)
  const part = `${path}.part`
  await writePart(part, await pack())
  try {
    const contents = await checkBackup(part)
    const { size: bytes } = await stat(part)
    requireNoFile(path)
    await rename(part, path)
    await syncFolderOf(path)
    return { ...contents, bytes }
  } finally {
    await rm(part, { force: true })
  }
}

function requireNoFile(path: string): void {
  if (existsSync(path)) throw new CommandError(`There is a file "${path}" already`)
}

async function writePart(part: string, packed: Readable): Promise<void> {
  const file = createWriteStream(part, { flags: 'wx', mode: 0o600, flush: true })
  try {
    await pipeline(packed, file)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') {
      throw new CommandError(
        `"${part}" exists: either another backup is being written to it, or one was interrupted and left it to be removed`,
      )
    }
    await rm(part, { force: true })
    throw error
  }
}

async function syncFolderOf(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(dirname(path), 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
