import { createHash, type Hash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { z } from 'zod'
import { DamagedBackup, headerLine, lastLine, tableLine, type Header } from './backup-format.ts'
import { CommandError } from './errors.ts'

/** Some rows of a table, each as JSON text. */
export interface Rows {
  readonly table: string
  readonly columns: readonly string[]
  readonly rows: readonly string[]
}

/** What a complete backup holds. */
export interface BackupContents {
  readonly header: Header
  /** How many rows of each table. */
  readonly counts: ReadonlyMap<string, number>
}

/** The lines of the file, some at a time; the last one may lack its line end. */
async function* linesOf(path: string): AsyncGenerator<string[]> {
  const text = pipeline(createReadStream(path), createGunzip(), () => {}).setEncoding('utf8')
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

/** Reads a backup line by line and checks the counts and the checksum that the lines state. Throws DamagedBackup. */
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
  #isComplete = false

  /** Reads the next line; `takeRows` returns the rows read since it was last called. */
  read(line: string): void {
    if (this.#isComplete) throw new DamagedBackup('there is text after its end')
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

  /** Whether all rows of the current table were read: those of the next go into another batch. */
  isAtTableEnd(): boolean {
    return this.#open !== null && this.#open.left === 0
  }

  requireComplete(): void {
    if (!this.#isComplete) throw new DamagedBackup('its end is missing')
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
    const counted = [...this.counts.values()].reduce((sum, count) => sum + count, 0)
    if (rows !== counted || sha256 !== this.#hash.digest('hex')) {
      throw new DamagedBackup('its checksum or its number of rows does not match')
    }
    this.#isComplete = true
  }
}

function damagedBackup(path: string, error: unknown): Error {
  if (!(error instanceof Error)) return new CommandError(String(error))
  const isZlibError = 'code' in error && String(error.code).startsWith('Z_')
  if (!isZlibError && !(error instanceof DamagedBackup)) return error
  const reason = isZlibError ? 'it cannot be decompressed' : error.message
  return new DamagedBackup(`"${path}" is not a complete backup of the portal: ${reason}`, { cause: error })
}

async function* readAll(path: string, reader: BackupReader): AsyncGenerator<Rows> {
  if (!existsSync(path)) throw new CommandError(`There is no file "${path}"`)
  try {
    for await (const lines of linesOf(path)) {
      for (const line of lines) {
        reader.read(line)
        if (reader.isAtTableEnd()) yield* reader.takeRows()
      }
      yield* reader.takeRows()
    }
    reader.requireComplete()
  } catch (error) {
    throw damagedBackup(path, error)
  }
}

/** The rows of a backup, some at a time. Throws DamagedBackup, at the latest after the last row. */
export const readRows = (path: string): AsyncGenerator<Rows> => readAll(path, new BackupReader())

/** Reads a backup from end to end and returns what it holds. Throws DamagedBackup for one that was cut or altered. */
export async function checkBackup(path: string): Promise<BackupContents> {
  const reader = new BackupReader()
  for await (const _ of readAll(path, reader)) {
    // The rows are not needed here.
  }
  const { header, counts } = reader
  if (!header) throw damagedBackup(path, new DamagedBackup('its beginning is missing'))
  return { header, counts }
}
