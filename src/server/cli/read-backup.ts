import { createHash, type Hash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { z } from 'zod'
import { DamagedBackup, headerLine, lastLine, tableLine, type Header } from './backup-format.ts'
import { CannotDo } from './problems.ts'

/** Some rows of a table, each as JSON text. */
export interface Rows {
  readonly table: string
  readonly columns: readonly string[]
  readonly rows: readonly string[]
}

/** What a whole backup holds. */
export interface Contents {
  readonly header: Header
  /** How many rows of each table. */
  readonly counts: ReadonlyMap<string, number>
}

/** The text as it comes from the file, in whole lines; what stands after the last line end comes as it is. */
async function* linesOf(path: string): AsyncGenerator<string[]> {
  const text = pipeline(createReadStream(path), createGunzip(), () => {}).setEncoding('utf8')
  let begun = ''
  for await (const chunk of text) {
    const lines = `${begun}${String(chunk)}`.split('\n')
    begun = lines.pop() ?? ''
    if (lines.length > 0) yield lines
  }
  if (begun !== '') yield [begun]
}

function readLine<T extends z.ZodType>(shape: T, line: string): z.output<T> {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    throw new DamagedBackup('a line cannot be read')
  }
  const parsed = shape.safeParse(value)
  if (!parsed.success) throw new DamagedBackup('a line is not the one expected')
  return parsed.data
}

/** Follows the lines of a backup and holds them to what they say of each other. */
class Reading {
  readonly counts = new Map<string, number>()
  header: Header | null = null
  readonly #seal: Hash = createHash('sha256')
  #open: {
    readonly table: string
    readonly columns: readonly string[]
    rows: string[]
    left: number
  } | null = null
  #isSealed = false

  /** Takes the next line; the rows of the line's table are handed out by `flush`. */
  take(line: string): void {
    if (this.#isSealed) throw new DamagedBackup('there is more after its end')
    if (this.#open && this.#open.left > 0) {
      this.#open.rows.push(line)
      this.#open.left -= 1
    } else if (!this.header) this.#begin(line)
    else if (line.startsWith('{"table"')) this.#beginTable(line)
    else return this.#end(line)
    this.#seal.update(line).update('\n')
  }

  flush(): Rows[] {
    if (!this.#open || this.#open.rows.length === 0) return []
    const { table, columns, rows } = this.#open
    this.#open.rows = []
    return [{ table, columns, rows }]
  }

  /** The rows of a table do not go into one batch with those of the next. */
  isAtTableEnd(): boolean {
    return this.#open !== null && this.#open.left === 0
  }

  finish(): void {
    if (!this.#isSealed) throw new DamagedBackup('its end is missing')
  }

  #begin(line: string): void {
    this.header = readLine(headerLine, line)
  }

  #beginTable(line: string): void {
    const { table, columns, rows } = readLine(tableLine, line)
    this.#open = { table, columns, rows: [], left: rows }
    this.counts.set(table, rows)
  }

  #end(line: string): void {
    const { rows, sha256 } = readLine(lastLine, line)
    const counted = [...this.counts.values()].reduce((sum, count) => sum + count, 0)
    if (rows !== counted || sha256 !== this.#seal.digest('hex')) {
      throw new DamagedBackup('it is not as it was written')
    }
    this.#isSealed = true
  }
}

function damaged(path: string, problem: unknown): Error {
  if (!(problem instanceof Error)) return new CannotDo(String(problem))
  const isUnpacking = 'code' in problem && String(problem.code).startsWith('Z_')
  if (!isUnpacking && !(problem instanceof DamagedBackup)) return problem
  const why = isUnpacking ? 'it cannot be unpacked' : problem.message
  return new DamagedBackup(`"${path}" is no whole backup of the portal: ${why}`)
}

async function* read(path: string, reading: Reading): AsyncGenerator<Rows> {
  if (!existsSync(path)) throw new CannotDo(`There is no file "${path}"`)
  try {
    for await (const lines of linesOf(path)) {
      for (const line of lines) {
        reading.take(line)
        if (reading.isAtTableEnd()) yield* reading.flush()
      }
      yield* reading.flush()
    }
    reading.finish()
  } catch (problem) {
    throw damaged(path, problem)
  }
}

/** The rows of a backup, some at a time; ends with an error where the file turns out not to be whole. */
export const readRows = (path: string): AsyncGenerator<Rows> => read(path, new Reading())

/** Reads a backup from end to end and answers what it holds; refuses one that was cut or altered. */
export async function checkBackup(path: string): Promise<Contents> {
  const reading = new Reading()
  for await (const _ of read(path, reading)) {
    // Reading is all that is asked.
  }
  const { header, counts } = reading
  if (!header) throw damaged(path, new DamagedBackup('its beginning is missing'))
  return { header, counts }
}
