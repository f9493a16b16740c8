// JSON that SQL builds as text, from the contract's own field lists: twice as fast as json_build_object, which looks up the
// output function of each value for each row (decision record 23). The values are our own SQL, never a caller's text.

import { z } from 'zod/mini'
import { date, dateOrEmpty, instant, money, period } from '#contract/wire.ts'
import { keysOf } from '#domain/record-of.ts'

/** The values of an object's fields, as SQL. */
export type FieldValues<Fields extends z.ZodMiniObject> = Readonly<Record<keyof Fields['shape'], string>>

type Writer = (value: string) => string

/** Escapes any text; converts nothing for the empty one. */
const jsonText: Writer = (value) => (value === `''` ? `'""'` : `to_json(${value})`)

const orJsonNull: Writer = (json) => `coalesce(${json}::text, 'null')`

/** Values without characters that JSON escapes: dates, our own labels. */
const jsonWord: Writer = (value) => `('"' || ${value} || '"')`

const jsonTruth: Writer = (condition) => `case when ${condition} then 'true' else 'false' end`

/** The SQL writers of the values that contract/wire.ts converts. */
const wireWriters = new Map<unknown, Writer>([
  // The two decimals of a float are exact far beyond any sum of a school.
  [money, (paisa) => `((${paisa})::float8 / 100)`],
  [date, jsonWord],
  [dateOrEmpty, (day) => jsonWord(`coalesce((${day})::text, '')`)],
  [period, jsonWord],
  [instant, (moment) => jsonWord(`to_char(${moment} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`)],
])

/** The SQL writers for the rows of lists, which have amounts in paisa. */
const rowWriters = new Map(wireWriters).set(money, (paisa) => paisa)

function writerOf(schema: unknown, known = wireWriters): Writer {
  const onWire = known.get(schema)
  if (onWire) return onWire
  if (schema instanceof z.ZodMiniNullable) {
    const write = writerOf(schema.def.innerType, known)
    return (value) => orJsonNull(write(value))
  }
  if (schema instanceof z.ZodMiniString) return jsonText
  if (schema instanceof z.ZodMiniEnum) return jsonWord
  if (schema instanceof z.ZodMiniBoolean) return jsonTruth
  if (schema instanceof z.ZodMiniNumber) return (value) => value
  throw new Error('SQL cannot write a field of this kind as JSON')
}

/** The text of an object of the contract, in the order of its fields; at most 49, as a function takes no more than 100 arguments. */
export function jsonObject<Fields extends z.ZodMiniObject>(
  { shape }: Fields,
  values: FieldValues<Fields>,
): string {
  const members = keysOf<Fields['shape']>(shape).map(
    (name, at) => `'${at === 0 ? '{' : ','}"${name}":', ${writerOf(shape[name])(values[name])}`,
  )
  return `concat(${members.join(', ')}, '}')`
}

/** The values in the order of the fields; amounts in whole paisa (contract/list-rows.ts). */
export function jsonRow<Fields extends z.ZodMiniObject>(
  { shape }: Fields,
  values: FieldValues<Fields>,
): string {
  const members = keysOf<Fields['shape']>(shape).map((name) =>
    writerOf(shape[name], rowWriters)(values[name]),
  )
  return `'[' || concat_ws(',', ${members.join(', ')}) || ']'`
}

/** The columns of a row under the names of their fields. */
export const columnsAs = (values: Readonly<Record<string, string>>): string =>
  Object.entries(values)
    .map(([name, value]) => `${value} as "${name}"`)
    .join(', ')
