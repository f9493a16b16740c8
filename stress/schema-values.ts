// Payloads made from a call's own schema: most parts as it wants them, a few broken on purpose.

import * as fc from 'fast-check'
import { z } from 'zod'
import { broken } from './invalid-values.ts'

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

/** What fields of these names may well hold in the school under test. */
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

const ofType: Readonly<
  Record<string, (shape: Shape, name: string, likely: Likely) => fc.Arbitrary<unknown>>
> = {
  object: (shape, _name, likely) => fittingObject(shape, likely),
  array: ({ items = {} }, name, likely) => fc.array(fitting(items, name, likely), { maxLength: 3 }),
  number: () => amount,
  integer: () => fc.nat(1000),
  boolean: () => fc.boolean(),
  string: ({ minLength = 0 }) => fc.string({ minLength, maxLength: 30 }),
}

function fitting(shape: Shape, name: string, likely: Likely): fc.Arbitrary<unknown> {
  const known = likely[name]
  if (known) return known
  if (shape.enum) return fc.constantFrom(...shape.enum)
  if (shape.anyOf) return fc.oneof(...shape.anyOf.map((one) => fitting(one, name, likely)))
  if (shape.description?.startsWith('Calendar date')) return date
  return ofType[shape.type ?? '']?.(shape, name, likely) ?? fc.jsonValue({ maxDepth: 1 })
}

function fittingObject({ properties = {}, required = [] }: Shape, likely: Likely): fc.Arbitrary<unknown> {
  const fields = Object.entries(properties).map(
    ([name, shape]) => [name, mostly(fitting(shape, name, likely))] as const,
  )
  return fc.record(Object.fromEntries(fields), {
    requiredKeys: required.filter((name) => name in properties),
  })
}

/** Now and then something else. */
const mostly = (fits: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 14, arbitrary: fits }, { weight: 1, arbitrary: broken })

/** Bodies for a schema: mostly fitting, now and then broken in a part, or not a body at all. */
export function bodiesFor(schema: z.ZodType, likely: Likely): fc.Arbitrary<unknown> {
  const shape: Shape = JSON.parse(
    JSON.stringify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })),
  )
  return fc.oneof(
    {
      weight: 12,
      arbitrary: shape.type === 'object' ? fittingObject(shape, likely) : fc.jsonValue({ maxDepth: 1 }),
    },
    { weight: 1, arbitrary: broken },
  )
}
