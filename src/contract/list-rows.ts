// The format of rows for the page and for making files: newline-delimited JSON with the totals on the first line, then
// each row as an array of its values in the order of its fields. Other clients get objects.

import { z } from 'zod/mini'
import type { Money } from '#domain/money.ts'
import { date, instant, money } from './wire.ts'

/** The media type that the page sends as `accept`, and the content type of the reply. */
export const rowsType = 'application/x-ndjson'

/** The number of rows and their true sums in paisa, which are sent before the rows. */
export interface ListTotals<Sum extends string = string> {
  readonly count: number
  readonly sums: Readonly<Record<Sum, Money>>
  /** The facts that are not known for the evening of the `asOf` date. */
  readonly caveat?: string | undefined
  /** The time of the books on the standby that was read: `as of 10:42:05`. */
  readonly asOfTime?: string | undefined
}

/** Returns the line with the totals, which are shown while the rows load. `more`: older rows are on another page. */
export const firstLine = (msg: string, totals: ListTotals, more = false): string =>
  `${JSON.stringify({ msg, totals, ...(more && { more }) })}\n`

type Reader = (value: unknown) => unknown

/** Returns undefined for values that stay as they are. Throws for a field that every row would have to convert. */
function readerOf(schema: unknown): Reader | undefined {
  if (schema instanceof z.ZodMiniNullable) {
    const read = readerOf(schema.def.innerType)
    return read && ((value) => (value === null ? null : read(value)))
  }
  if (schema === instant) return (value) => new Date(String(value))
  if (schema === money || schema === date) return undefined
  if (schema instanceof z.core.$ZodCodec) throw new Error('A row of a list cannot have a field of this kind')
  return undefined
}

interface RowValues {
  readonly values: readonly unknown[]
}

type Getter = (this: RowValues) => unknown

// Plain fields get their own getter: one extra call per value took half of the time to sum tens of thousands of rows.
const plainGetterOf = (index: number): Getter =>
  function get() {
    return this.values[index]
  }
const getterOf = (index: number, read: Reader): Getter =>
  function get() {
    return read(this.values[index])
  }

/**
 * Returns a reader of lines into rows with a getter for each field. Amounts in paisa and dates as `YYYY-MM-DD` are
 * values of the domain already, so nothing is converted or copied for tens of thousands of rows, few of them visible.
 * The reader throws a SyntaxError if the lines are not JSON.
 */
export function rowReader<Fields extends z.ZodMiniObject>({ shape }: Fields) {
  const getters: object = {}
  const fields = Object.entries<unknown>(shape)
  for (const [index, [name, schema]] of fields.entries()) {
    const read = readerOf(schema)
    Object.defineProperty(getters, name, { get: read ? getterOf(index, read) : plainGetterOf(index) })
  }
  class Row implements RowValues {
    readonly values: readonly unknown[]
    constructor(values: readonly unknown[]) {
      // A proxy may have added its own line to a truncated reply.
      if (!Array.isArray(values) || values.length !== fields.length) throw new SyntaxError('Not a row')
      this.values = values
    }
  }
  Object.setPrototypeOf(Row.prototype, getters)
  return (lines: string): readonly z.output<Fields>[] => {
    // JSON escapes the line ends within a text.
    const array = `[${lines.replace(/\n$/, '').replaceAll('\n', ',')}]`
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server writes rows by the same fields
    const rows = JSON.parse(array) as readonly (readonly unknown[])[]
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a row has a getter for each field
    return rows.map((values) => new Row(values) as unknown as z.output<Fields>)
  }
}
