// The only file that converts between wire and domain: rupees and Money, text and CalendarDate or Period, ISO text and
// Date. Handlers and screens use only the values of the domain.

import { z } from 'zod/mini'
import { calendarDate, feePeriod, type CalendarDate, type Period } from '#domain/calendar.ts'
import { paisa, type Money } from '#domain/money.ts'

// Brands, which distinguish values of the wire from other numbers and texts.
type Rupees = number & z.core.$brand<'rupees'>
type DateText = string & z.core.$brand<'date'>
type PeriodText = string & z.core.$brand<'period'>
type InstantText = string & z.core.$brand<'instant'>

/** The decoded type of a value, also inside lists and objects. */
export type Decoded<T> = T extends Rupees
  ? Money
  : T extends DateText
    ? CalendarDate
    : T extends PeriodText
      ? Period
      : T extends InstantText
        ? Date
        : T extends readonly (infer Item)[]
          ? readonly Decoded<Item>[]
          : T extends object
            ? { readonly [Key in keyof T]: Decoded<T[Key]> }
            : T

const hasWholePaisa = (rupees: number): boolean => Math.round(rupees * 100) / 100 === rupees

const rupeesCodec = (numbers: z.ZodMiniNumber<number>): z.ZodMiniType<Money, Rupees> =>
  z.codec(
    numbers.check(z.refine(hasWholePaisa, 'At most two decimals')).brand<'rupees', 'in'>(),
    z.custom<Money>(Number.isSafeInteger),
    {
      decode: (rupees) => paisa(Math.round(rupees * 100)),
      encode: (amount) => amount / 100,
    },
  )

/** Negative if money was paid in advance or a receipt was reversed. */
export const money = rupeesCodec(z.number('Not an amount').check(z.describe('Rupees')))

/** An amount within limits; `words` are the messages for too small and too large. */
export const moneyBetween = (min: Money, max: Money, words: readonly [smaller: string, larger: string]) =>
  rupeesCodec(
    z
      .number('Not an amount')
      .check(
        z.minimum(min / 100, words[0]),
        z.maximum(max / 100, words[1]),
        z.describe('Rupees with at most two decimals'),
      ),
  )

const isText = (value: unknown): boolean => typeof value === 'string'
const dateText = z.string('Not a date').check(z.describe('Calendar date YYYY-MM-DD')).brand<'date', 'in'>()

const decodeDate = (text: string, { issues }: { readonly issues: z.core.$ZodRawIssue[] }): CalendarDate => {
  const date = calendarDate(text)
  if (date) return date
  issues.push({ code: 'custom', message: 'No such date; use YYYY-MM-DD', input: text })
  return z.NEVER
}

/** `YYYY-MM-DD`. */
export const date: z.ZodMiniType<CalendarDate, DateText> = z.codec(dateText, z.custom<CalendarDate>(isText), {
  decode: decodeDate,
  encode: (day) => day,
})

/** A date or, as in the specification, an empty text, which is null in the domain. */
export const dateOrEmpty: z.ZodMiniType<CalendarDate | null, DateText | ''> = z.codec(
  dateText,
  z.custom<CalendarDate | null>(),
  {
    decode: (text, context) => (text === '' ? null : decodeDate(text, context)),
    encode: (day) => day ?? '',
  },
)

/** A date; '' if it is not known. */
export const dateOrBlank: z.ZodMiniType<CalendarDate | '', DateText | ''> = z.codec(
  dateText,
  z.custom<CalendarDate | ''>(isText),
  {
    decode: (text, context) => (text === '' ? '' : decodeDate(text, context)),
    encode: (day) => day,
  },
)

/** `2026-11-01 to 2026-11-30` (decisions 2.values.fee-period). */
export const period: z.ZodMiniType<Period, PeriodText> = z.codec(
  z.string('Not a period').check(z.describe('Period YYYY-MM-DD to YYYY-MM-DD')).brand<'period', 'in'>(),
  z.custom<Period>((value) => typeof value === 'object'),
  {
    decode(text, { issues }) {
      const [from, to, ...rest] = text.split(' to ').map((part) => calendarDate(part.trim()))
      if (from && to && rest.length === 0) return { from, to }
      issues.push({ code: 'custom', message: 'Use YYYY-MM-DD to YYYY-MM-DD', input: text })
      return z.NEVER
    },
    encode: feePeriod,
  },
)

export const instant: z.ZodMiniType<Date, InstantText> = z.codec(
  z.string().brand<'instant', 'in'>(),
  z.date(),
  {
    decode: (text) => new Date(text),
    encode: (moment) => moment.toISOString(),
  },
)

type Renamed<Fields, Names> = {
  readonly [Key in keyof Fields as Key extends keyof Names ? Names[Key] & PropertyKey : Key]: Fields[Key]
}

/** Renames the fields of an object; `names` maps wire names to domain names. */
export function withNames<
  Shape extends z.core.$ZodLooseShape,
  const Names extends { readonly [Key in keyof Shape]?: string },
>(
  object: z.ZodMiniObject<Shape>,
  names: Names,
): z.ZodMiniType<Renamed<z.output<z.ZodMiniObject<Shape>>, Names>, z.input<z.ZodMiniObject<Shape>>> {
  const wired: z.ZodMiniType<object, z.input<z.ZodMiniObject<Shape>>> = object
  const inDomain = new Map(Object.entries<string | undefined>({ ...names }))
  const onWire = new Map([...inDomain].map(([wire, domain]) => [domain, wire]))
  return z.codec(wired, z.custom<Renamed<z.output<z.ZodMiniObject<Shape>>, Names>, object>(), {
    decode: (fields) => rename(fields, inDomain),
    encode: (fields) => rename(fields, onWire),
  })
}

const rename = (fields: object, names: ReadonlyMap<string | undefined, string | undefined>): object =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]: [string, unknown]) => [names.get(name) ?? name, value]),
  )

type Direction = 'decode' | 'encode'
type Convert = (value: unknown) => unknown

const cache = { decode: new WeakMap<object, Convert | null>(), encode: new WeakMap<object, Convert | null>() }

/** Returns the converter of a schema; null if there is nothing to convert. */
function converterOf(schema: unknown, direction: Direction): Convert | null {
  if (!(schema instanceof z.core.$ZodType)) return null
  const cached = cache[direction].get(schema)
  if (cached !== undefined) return cached
  const converter = makeConverter(schema, direction)
  cache[direction].set(schema, converter)
  return converter
}

function makeConverter(schema: z.core.$ZodType, direction: Direction): Convert | null {
  if (schema instanceof z.core.$ZodObject) return fieldsConverter(schema._zod.def.shape, direction)
  if (schema instanceof z.core.$ZodArray) {
    const convert = converterOf(schema._zod.def.element, direction)
    return convert && ((list) => (Array.isArray(list) ? list.map(convert) : list))
  }
  if (schema instanceof z.core.$ZodCodec) return codecConverter(schema, direction)
  if (schema instanceof z.core.$ZodPipe) return unlessBlank(converterOf(schema._zod.def.out, direction))
  const isWrapped =
    schema instanceof z.core.$ZodOptional ||
    schema instanceof z.core.$ZodNullable ||
    schema instanceof z.core.$ZodReadonly ||
    schema instanceof z.core.$ZodDefault
  return isWrapped ? unlessBlank(converterOf(schema._zod.def.innerType, direction)) : null
}

const unlessBlank = (convert: Convert | null): Convert | null =>
  convert && ((value) => (value === undefined || value === null || value === '' ? value : convert(value)))

function fieldsConverter(shape: Readonly<Record<string, unknown>>, direction: Direction): Convert | null {
  const converters = Object.entries(shape).flatMap(([field, schema]) => {
    const convert = converterOf(schema, direction)
    return convert ? [[field, convert] as const] : []
  })
  if (converters.length === 0) return null
  return (value) => {
    if (typeof value !== 'object' || value === null) return value
    const converted: Record<string, unknown> = { ...value }
    for (const [field, convert] of converters) {
      if (field in converted) converted[field] = convert(converted[field])
    }
    return converted
  }
}

function codecConverter({ _zod: { def } }: z.core.$ZodCodec, direction: Direction): Convert {
  const convertInner = converterOf(def.in, direction) ?? ((value) => value)
  const context = { value: undefined, issues: [] }
  if (direction === 'encode') return (value) => convertInner(def.reverseTransform(value, context))
  return (value) => {
    const issues: z.core.$ZodRawIssue[] = []
    const decoded = def.transform(convertInner(value), { value, issues })
    if (issues.length > 0) throw new Error(`Cannot be decoded: ${String(value)}`)
    return decoded
  }
}

/** Registers `other` as the encoder of this `schema` object, which accepts any value and so has no encoder. */
export function encodedBy<S extends z.ZodMiniType, Other extends z.ZodMiniType>(
  schema: S,
  other: Other,
): z.ZodMiniType<z.output<S>, z.input<Other>> {
  cache.encode.set(schema, converterOf(other, 'encode'))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `schema` accepts what `other` describes
  return schema as z.ZodMiniType<z.output<S>, z.input<Other>>
}

/** Decodes a value without checking its shape, which the server ensures. */
export function fromWire<S extends z.core.$ZodType>(schema: S, value: unknown): z.output<S> {
  const convert = converterOf(schema, 'decode')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the other side encoded it by this very schema
  return (convert ? convert(value) : value) as z.output<S>
}

/** Encodes a value; blank fields stay blank, and fields outside the schema are kept. */
export function toWire<S extends z.core.$ZodType>(
  schema: S,
  value: Decoded<z.input<S>> | undefined,
): unknown {
  const convert = converterOf(schema, 'encode')
  return convert && value !== undefined ? convert(value) : value
}
