// Bodies generated from an endpoint's own schema: most values are valid, a few are not.

import * as fc from 'fast-check'
import { z } from 'zod'
import { invalidValue } from './invalid-values.ts'

interface Shape {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Shape[]
  readonly properties?: Readonly<Record<string, Shape>>
  readonly required?: readonly string[]
  readonly items?: Shape
  readonly description?: string
  readonly minLength?: number
}

/** Likely values by field name, in the school under test. */
export type Likely = Readonly<Record<string, fc.Arbitrary<unknown>>>

const date = fc.constantFrom(
  '2026-11-01',
  '2026-11-21',
  '2026-12-01',
  '2026-10-05',
  '2015-04-12',
  '2027-03-31',
)
const amount = fc.oneof(
  fc.constantFrom(0, 1, 100, 4500, 0.01),
  fc.integer({ min: 0, max: 999_999_999 }).map((paisa) => paisa / 100),
)

const valuesByType: Readonly<
  Record<string, (shape: Shape, name: string, likely: Likely) => fc.Arbitrary<unknown>>
> = {
  object: (shape, _name, likely) => validObject(shape, likely),
  array: ({ items = {} }, name, likely) => fc.array(validValue(items, name, likely), { maxLength: 3 }),
  number: () => amount,
  integer: () => fc.nat(1000),
  boolean: () => fc.boolean(),
  string: ({ minLength = 0 }) => fc.string({ minLength, maxLength: 30 }),
}

function validValue(shape: Shape, name: string, likely: Likely): fc.Arbitrary<unknown> {
  const known = likely[name]
  if (known) return known
  if (shape.enum) return fc.constantFrom(...shape.enum)
  if (shape.anyOf) return fc.oneof(...shape.anyOf.map((one) => validValue(one, name, likely)))
  if (shape.description?.startsWith('Calendar date')) return date
  return valuesByType[shape.type ?? '']?.(shape, name, likely) ?? fc.jsonValue({ maxDepth: 1 })
}

function validObject({ properties = {}, required = [] }: Shape, likely: Likely): fc.Arbitrary<unknown> {
  const fields = Object.entries(properties).map(
    ([name, shape]) => [name, mostly(validValue(shape, name, likely))] as const,
  )
  return fc.record(Object.fromEntries(fields), {
    requiredKeys: required.filter((name) => name in properties),
  })
}

const mostly = (valid: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 14, arbitrary: valid }, { weight: 1, arbitrary: invalidValue })

/** Returns mostly valid bodies, a few with an invalid part, and a few that are not objects. */
export function bodiesFor(schema: z.core.$ZodType, likely: Likely): fc.Arbitrary<unknown> {
  const shape: Shape = JSON.parse(
    JSON.stringify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })),
  )
  return fc.oneof(
    {
      weight: 12,
      arbitrary: shape.type === 'object' ? validObject(shape, likely) : fc.jsonValue({ maxDepth: 1 }),
    },
    { weight: 1, arbitrary: invalidValue },
  )
}
