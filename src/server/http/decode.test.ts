import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { receiptSlipsOfDay } from '#contract/counter.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { noParams } from '#contract/fields.ts'
import { postMonth } from '#contract/posting.ts'
import { admissionList } from '#reports/admission-report.ts'
import { allEndpoints } from '#reports/endpoints.ts'
import { feeRecord } from '#reports/fee-reports.ts'
import { fileEndpoints } from '#reports/reports.ts'
import { voucherList } from '#reports/voucher-list.ts'
import type { RawInput } from '#server/auth/authorise.ts'
import { covers } from '#test/covers.ts'
import { decode, InvalidInput } from './decode.ts'

/** The words that the validation library uses in its messages. */
const libraryWords =
  /invalid|expected|received|too (small|big)|unrecognized|\b(string|boolean|array|object|undefined|nan|null)\b|[<>]=?\d|characters?\(s\)/i

interface Shape {
  readonly properties?: Readonly<Record<string, Shape>>
  readonly anyOf?: readonly Shape[]
}

/** Returns the path of every field of a schema; the schema itself has an empty path. */
function fieldsOf(
  { properties = {}, anyOf = [] }: Shape,
  path: readonly string[] = [],
): (readonly string[])[] {
  const inner = Object.entries(properties).flatMap(([name, shape]) => fieldsOf(shape, [...path, name]))
  return [path, ...inner, ...anyOf.flatMap((shape) => fieldsOf(shape, path).slice(1))]
}

const shapeOf = (schema: z.core.$ZodType): Shape =>
  JSON.parse(JSON.stringify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })))

/** Returns a payload with only one field. */
const payload = (path: readonly string[], value: unknown): unknown =>
  path.reduceRight((inner, name) => ({ [name]: inner }), value)

const wrongTexts = [
  '',
  ' ',
  'x',
  '-1',
  '0',
  '1.5',
  '13',
  '99999999999',
  '2026-02-30',
  'x'.repeat(600),
  '\u0000',
]
const wrongValues = [...wrongTexts, -1, 0, 0.5, 1e9, 1e300, true, false, null, [], {}, ['x'], { x: 1 }]

/** Returns the messages of a refused call. */
function refusals(endpoint: Endpoint, raw: Partial<RawInput>): (readonly [field: string, message: string])[] {
  try {
    decode(endpoint, { params: {}, query: {}, body: {}, ...raw })
    return []
  } catch (problem) {
    if (!(problem instanceof InvalidInput)) throw problem
    return problem.errors.map(({ field, message }) => [field, message] as const)
  }
}

/** Returns all messages for invalid path parameters, queries and body fields of a call. */
function allRefusals(endpoint: Endpoint) {
  const ofParams = fieldsOf(shapeOf(endpoint.params)).flatMap((path) =>
    wrongTexts.flatMap((value) => refusals(endpoint, { params: payload(path, value) })),
  )
  const ofBody = fieldsOf(shapeOf(endpoint.body)).flatMap((path) =>
    wrongValues.flatMap((value) => refusals(endpoint, { body: payload(path, value) })),
  )
  const ofQuery = fieldsOf(shapeOf(endpoint.query ?? noParams)).flatMap((path) =>
    wrongTexts.flatMap((value) => refusals(endpoint, { query: payload(path, value) })),
  )
  return [...ofParams, ...ofQuery, ...ofBody]
}

describe('the message for an invalid value', () => {
  it.each(allEndpoints.map((endpoint) => [endpoint.path, endpoint] as const))(
    'never has the words of the validation library: %s',
    (_, endpoint) => {
      covers('decisions 2.status.400')

      const lines = allRefusals(endpoint).map(([field, message]) => `${field}: ${message}`)
      expect([...new Set(lines)].filter((line) => libraryWords.test(line.slice(line.indexOf(':'))))).toEqual(
        [],
      )
    },
  )

  it.each<[Endpoint | undefined, Record<string, string>, string]>([
    [admissionList.endpoint, { dataType: 'weekly' }, 'Choose admissions, removals or all'],
    [voucherList.endpoint, { type: 'left' }, 'Choose admitted, removed or all'],
    [voucherList.endpoint, { paidStatus: 'open' }, 'Choose paid, unpaid or all'],
    [fileEndpoints.get(feeRecord), { format: 'pdf' }, 'Choose xlsx or csv'],
    [receiptSlipsOfDay, { whose: 'theirs' }, 'Choose mine or all'],
    [postMonth, { monthNumber: '13' }, 'Choose a month from 1 to 12'],
    [admissionList.endpoint, { campus: '' }, 'Please fill in this field'],
  ])('names the valid choices: %#', (endpoint, params, message) => {
    if (!endpoint) throw new Error('No endpoint')
    const [field = ''] = Object.keys(params)
    expect(refusals(endpoint, { params })).toContainEqual([field, message])
  })

  it('exists for every path parameter and most fields of the contract', () => {
    const fields = allEndpoints.flatMap(({ path, params, body }) =>
      [...fieldsOf(shapeOf(params)), ...fieldsOf(shapeOf(body))].map((field) => `${path} ${field.join('.')}`),
    )
    const refused = new Set(
      allEndpoints.flatMap((endpoint) => allRefusals(endpoint).map(([field]) => `${endpoint.path} ${field}`)),
    )
    // An accepted but unused field takes any value.
    const unused = fields.filter((field) => !refused.has(field) && !field.endsWith(' '))
    expect(unused.map((field) => field.split(' ')[1])).toEqual(['voucherData', 'studentData'])
  })
})
