import { createHash, type Hash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { Decrypter } from 'age-encryption'
import type { z } from 'zod'
import {
  ageMark,
  DamagedBackup,
  headerLine,
  lastLine,
  signatureLine,
  tableLine,
  webStream,
  type Header,
} from './backup-format.ts'
import { isSigned, type OperatorKey } from './backup-keys.ts'
import { CommandError } from './terminal.ts'

/** Rows of one table, each as JSON text. */
export interface Rows {
  readonly table: string
  readonly columns: readonly string[]
  readonly rows: readonly string[]
}

export interface BackupContents {
  readonly header: Header
  readonly counts: ReadonlyMap<string, number>
  /** The checksum in hexadecimal. */
  readonly sha256: string
}

/** Yields some lines at a time; the last line may lack its line end. */
async function* linesOf(packed: Readable): AsyncGenerator<string[]> {
  const text = pipeline(packed, createGunzip(), () => {}).setEncoding('utf8')
  let rest = ''
  for await (const chunk of text) {
    const lines = `${rest}${String(chunk)}`.split('\n')
    rest = lines.pop() ?? ''
    if (lines.length > 0) yield lines
  }
  if (rest !== '') yield [rest]
}

function readLine<T extends z.ZodType>(shape: T, line: string): z.output<T> {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    throw new DamagedBackup('a line cannot be read')
  }
  const parsed = shape.safeParse(value)
  if (!parsed.success) throw new DamagedBackup('a line has an unexpected content')
  return parsed.data
}

/** Reads the lines of a backup and checks their counts and checksum. Throws DamagedBackup. */
class BackupReader {
  readonly counts = new Map<string, number>()
  header: Header | null = null
  readonly #hash: Hash = createHash('sha256')
  #open: {
    readonly table: string
    readonly columns: readonly string[]
    rows: string[]
    left: number
  } | null = null
  #sha256: string | null = null
  #signature: string | null = null

  /** Reads one line; `takeRows` returns the rows that were read since its last call. */
  read(line: string): void {
    if (this.#sha256 !== null) return this.#readSignature(line)
    if (this.#open && this.#open.left > 0) {
      this.#open.rows.push(line)
      this.#open.left -= 1
    } else if (!this.header) this.#readHeader(line)
    else if (line.startsWith('{"table"')) this.#readTable(line)
    else return this.#readEnd(line)
    this.#hash.update(line).update('\n')
  }

  takeRows(): Rows[] {
    if (!this.#open || this.#open.rows.length === 0) return []
    const { table, columns, rows } = this.#open
    this.#open.rows = []
    return [{ table, columns, rows }]
  }

  /** True after the last row of a table: the rows of the next table go into another batch. */
  isAtTableEnd(): boolean {
    return this.#open !== null && this.#open.left === 0
  }

  /** Returns the contents. Throws if the end is missing, or if the key's server has not signed the backup. */
  contents(key: OperatorKey | null): BackupContents {
    if (!this.header || this.#sha256 === null) throw new DamagedBackup('its end is missing')
    if (key) this.#requireSignature(this.#sha256, key)
    return { header: this.header, counts: this.counts, sha256: this.#sha256 }
  }

  #requireSignature(sha256: string, key: OperatorKey): void {
    if (this.#signature === null) throw new DamagedBackup('it is not signed')
    if (!isSigned(sha256, this.#signature, key)) {
      throw new DamagedBackup('its signature is not of the server that the key belongs to')
    }
  }

  #readSignature(line: string): void {
    if (this.#signature !== null || !line.startsWith('{"signature"')) {
      throw new DamagedBackup('there is text after its end')
    }
    this.#signature = readLine(signatureLine, line).signature
  }

  #readHeader(line: string): void {
    this.header = readLine(headerLine, line)
  }

  #readTable(line: string): void {
    const { table, columns, rows } = readLine(tableLine, line)
    this.#open = { table, columns, rows: [], left: rows }
    this.counts.set(table, rows)
  }

  #readEnd(line: string): void {
    const { rows, sha256 } = readLine(lastLine, line)
    const countedRows = [...this.counts.values()].reduce((sum, count) => sum + count, 0)
    if (rows !== countedRows || sha256 !== this.#hash.digest('hex')) {
      throw new DamagedBackup('its checksum or its number of rows does not match')
    }
    this.#sha256 = sha256
  }
}

function damagedBackup(path: string, error: unknown): Error {
  if (!(error instanceof Error)) return new CommandError(String(error))
  const isZlibError = 'code' in error && String(error.code).startsWith('Z_')
  if (!isZlibError && !(error instanceof DamagedBackup)) return error
  const reason = isZlibError ? 'it cannot be decompressed' : error.message
  return new DamagedBackup(`"${path}" is not a complete backup of the portal: ${reason}`, { cause: error })
}

async function isEncrypted(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(ageMark.length), 0, ageMark.length, 0)
    return buffer.toString('latin1', 0, bytesRead) === ageMark
  } finally {
    await file.close()
  }
}

async function* decrypt(path: string, { identity }: OperatorKey): AsyncGenerator<Uint8Array> {
  const decrypter = new Decrypter()
  decrypter.addIdentity(identity)
  const file = createReadStream(path)
  try {
    const packed = await decrypter.decrypt(webStream(file)).catch((error: unknown) => {
      throw new CommandError(`"${path}" cannot be opened with this key`, { cause: error })
    })
    yield* packed
  } catch (error) {
    if (error instanceof CommandError) throw error
    throw new DamagedBackup('it cannot be decrypted', { cause: error })
  } finally {
    file.destroy()
  }
}

/** Opens and decrypts a backup. Throws CommandError if the file is missing, or is encrypted and there is no key. */
async function openBackup(path: string, key: OperatorKey | null): Promise<Readable> {
  if (!existsSync(path)) throw new CommandError(`There is no file "${path}"`)
  if (!(await isEncrypted(path))) return createReadStream(path)
  if (!key) throw new CommandError(`"${path}" is encrypted: name the operator's key file with --key`)
  return Readable.from(decrypt(path, key), { objectMode: false })
}

async function* readLines(packed: Readable, reader: BackupReader): AsyncGenerator<Rows> {
  for await (const lines of linesOf(packed)) {
    for (const line of lines) {
      reader.read(line)
      if (reader.isAtTableEnd()) yield* reader.takeRows()
    }
    yield* reader.takeRows()
  }
}

async function* readAll(path: string, key: OperatorKey | null): AsyncGenerator<Rows, BackupContents> {
  const reader = new BackupReader()
  try {
    yield* readLines(await openBackup(path, key), reader)
    return reader.contents(key)
  } catch (error) {
    throw damagedBackup(path, error)
  }
}

/** Reads some rows at a time; with a key, the backup must be signed. Throws DamagedBackup, at the latest at the end. */
export const readRows = (path: string, key: OperatorKey | null): AsyncGenerator<Rows> => readAll(path, key)

/** Throws DamagedBackup if a backup is cut, altered or not signed by the key's server; CommandError for a wrong key. */
export async function checkBackup(path: string, key: OperatorKey | null = null): Promise<BackupContents> {
  const rows = readAll(path, key)
  for (;;) {
    const { done, value } = await rows.next()
    if (done) return value
  }
}

/** Reads a packed backup. Throws if it could not be read later. */
export async function readContents(packed: Readable): Promise<BackupContents> {
  const reader = new BackupReader()
  for await (const _ of readLines(packed, reader)) {
    // The rows are not needed here.
  }
  return reader.contents(null)
}
