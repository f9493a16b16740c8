import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { PassThrough, pipeline as pipe, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip, gzipSync } from 'node:zlib'
import { Encrypter } from 'age-encryption'
import type { Kysely, Transaction } from 'kysely'
import { latestVersion } from '#server/database/migrate.ts'
import type { Schema } from '#server/database/schema.ts'
import {
  backupTables,
  countRows,
  listWrittenColumns,
  openSnapshot,
  readRowsAsJson,
  type BackupEvent,
} from '#server/records/campus/backups.ts'
import { formatName, formatVersion, webStream } from './backup-format.ts'
import { signBackup, type ServerKey } from './backup-keys.ts'
import { checkBackup, readContents, type BackupContents } from './read-backup.ts'
import { CommandError } from './terminal.ts'

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

/** Packs the school as it is at one instant; reads the database only as fast as the backup is written. */
export function packBackup(db: Kysely<Schema>, madeAt: Date): Readable {
  const lines = Readable.from(backupLines(db, madeAt), { highWaterMark: 1 })
  // The returned stream emits the errors of both streams; pipe requires a callback.
  return pipe(lines, createGzip(), () => {})
}

/** A backup under its final name, with its contents. */
export interface SavedBackup extends BackupContents {
  readonly bytes: number
  readonly isEncrypted: boolean
}

export const backupEvent = (path: string, { header, isEncrypted }: SavedBackup, at: Date): BackupEvent => ({
  at,
  act: 'backup',
  file: basename(path),
  madeAt: new Date(header.madeAt),
  encrypted: isEncrypted,
  problem: null,
})

/**
 * Writes a backup to `path.part`, flushes it to the disk, checks it and renames it to `path`, so that every file at
 * `path` can be restored. Encrypts and signs the backup if there is a key. Throws CommandError if either file exists.
 */
export async function saveBackup(
  path: string,
  pack: () => Promise<Readable>,
  key: ServerKey | null,
): Promise<SavedBackup> {
  requireNoFile(path)
  const part = `${path}.part`
  const packed = await pack()
  try {
    const contents = key ? await writeEncrypted(part, packed, key) : await writePlain(part, packed)
    const { size: bytes } = await stat(part)
    requireNoFile(path)
    await rename(part, path)
    await syncFolderOf(path)
    return { ...contents, bytes, isEncrypted: key !== null }
  } catch (error) {
    if (!(error instanceof PartExists)) await rm(part, { force: true })
    throw error
  }
}

async function writePlain(part: string, packed: Readable): Promise<BackupContents> {
  await writePart(part, packed)
  return checkBackup(part)
}

/** Checks the lines while they are written, and then the bytes, because the server cannot decrypt the backup. */
async function writeEncrypted(part: string, packed: Readable, key: ServerKey): Promise<BackupContents> {
  const copy = new PassThrough()
  const reading = readContents(copy)
  const encrypter = new Encrypter()
  encrypter.addRecipient(key.recipient)
  const encrypted = await encrypter.encrypt(webStream(signedParts(packed, { copy, reading, key })))
  const writtenHash = createHash('sha256')
  async function* hashedBytes() {
    for await (const bytes of encrypted) {
      writtenHash.update(bytes)
      yield bytes
    }
  }
  await writePart(part, Readable.from(hashedBytes(), { objectMode: false }))
  const [contents, readBack] = await Promise.all([reading, hashOfFile(part)])
  if (readBack !== writtenHash.digest('hex'))
    throw new CommandError(`The disk does not return what was written to "${part}"`)
  return contents
}

interface Signing {
  /** Receives every byte too. */
  readonly copy: PassThrough
  /** The contents read from `copy`; rejects if the backup is not complete. */
  readonly reading: Promise<BackupContents>
  readonly key: ServerKey
}

/** Yields the bytes of a compressed backup, then its signature as a second compressed member of the gzip file. */
async function* signedParts(
  packed: AsyncIterable<Uint8Array>,
  { copy, reading, key }: Signing,
): AsyncGenerator<Uint8Array> {
  // A failure is reported where the result is awaited.
  reading.catch(() => {})
  for await (const bytes of packed) {
    if (!copy.write(bytes)) await Promise.race([once(copy, 'drain'), reading])
    yield bytes
  }
  copy.end()
  const { sha256 } = await reading
  yield gzipSync(asLine({ signature: signBackup(sha256, key) }))
}

async function hashOfFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

function requireNoFile(path: string): void {
  if (existsSync(path)) throw new CommandError(`There is a file "${path}" already`)
}

/** Thrown if the file to write exists already, because it belongs to another backup. */
class PartExists extends CommandError {}

async function writePart(part: string, packed: Readable): Promise<void> {
  const file = createWriteStream(part, { flags: 'wx', mode: 0o600, flush: true })
  try {
    await pipeline(packed, file)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') {
      throw new PartExists(
        `"${part}" exists: either another backup is being written to it, or one was interrupted and left it to be removed`,
      )
    }
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
