// Rows as the page requests them and as files are made from them: newline-delimited JSON, the totals on the first line, then
// each row as an array of its values in the order of its fields. Other clients get objects.

import { z } from 'zod/mini'
import type { Money } from '#domain/money.ts'
import { date, instant, money } from './wire.ts'

/** The page sends it as `accept`, the reply has it as its content type. */
export const rowsType = 'application/x-ndjson'

/** The true sums, in paisa; sent before the rows. */
export interface ListTotals<Sum extends string = string> {
  readonly count: number
  readonly sums: Readonly<Record<Sum, Money>>
  /** Facts that are unknown for the evening as of which the list was read. */
  readonly caveat?: string | undefined
  /** `as of 10:42:05`: the time of the books that a standby showed. */
  readonly asOfTime?: string | undefined
}

/** The totals come before the rows, so that they can be shown while these load. `more`: older rows are on another page. */
export const firstLine = (msg: string, totals: ListTotals, more = false): string =>
  `${JSON.stringify({ msg, totals, ...(more && { more }) })}\n`

type Reader = (value: unknown) => unknown

/** Undefined for values that stay as they are. Throws for a field that would have to be converted in each row. */
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

interface Named {
  readonly values: readonly unknown[]
}

type Getter = (this: Named) => unknown

// Plain fields get their own getter: one extra call per value took half of the time to sum tens of thousands of rows.
const plainGetterOf = (at: number): Getter =>
  function get() {
    return this.values[at]
  }
const getterOf = (at: number, read: Reader): Getter =>
  function get() {
    return read(this.values[at])
  }

/**
 * A row has a getter for each field: amounts in whole paisa and dates as `YYYY-MM-DD` are values of the domain already, so
 * nothing is converted or copied for tens of thousands of rows of which few are shown. Throws a SyntaxError if the lines are
 * not JSON.
 */
export function rowReader<Fields extends z.ZodMiniObject>({ shape }: Fields) {
  const rowOfFields: object = {}
  const fields = Object.entries<unknown>(shape)
  for (const [at, [name, schema]] of fields.entries()) {
    const read = readerOf(schema)
    Object.defineProperty(rowOfFields, name, { get: read ? getterOf(at, read) : plainGetterOf(at) })
  }
  class Row implements Named {
    readonly values: readonly unknown[]
    constructor(values: readonly unknown[]) {
      // A proxy may have added a line of its own to a reply that was cut.
      if (!Array.isArray(values) || values.length !== fields.length) throw new SyntaxError('Not a row')
      this.values = values
    }
  }
  Object.setPrototypeOf(Row.prototype, rowOfFields)
  return (lines: string): readonly z.output<Fields>[] => {
    // JSON escapes the line ends within a text.
    const array = `[${lines.replace(/\n$/, '').replaceAll('\n', ',')}]`
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server writes them by the same fields
    const rows = JSON.parse(array) as readonly (readonly unknown[])[]
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it has a getter for each field
    return rows.map((values) => new Row(values) as unknown as z.output<Fields>)
  }
}
