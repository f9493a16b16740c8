// Calls of every endpoint with valid values, for tests that iterate over the contract.

import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { anAdmission } from './builders.ts'
import { password, type Answer, type Caller } from './school.ts'
import { appSecret, codeAt, codesOf } from './second-factors.ts'

type Values = Readonly<Record<string, unknown>>

const { studentData, financialData } = anAdmission()

/** Values by field name, because the school does not accept every valid value. */
const usual: Values = {
  voucherId: '5Red1adm',
  voucherNo: '5Red1-202611',
  month: 11,
  monthNumber: 11,
  fromDate: '2026-12-01',
  dueDate: '2026-12-20',
  until: '2026-10-31',
  studentClass: '5',
  classToPromote: '5',
  section: 'Red',
  format: 'csv',
  userId: 'viewer@main.test',
  role: 'read',
  studentData: { ...studentData, rollNo: 1 },
  financialData,
  newFee: { ...financialData, monthlyFee: 5500 },
  toRollNo: 2,
  typed: 'Ayesha',
  act: 'lowerDebt',
  params: { campus: 'Main Campus', rollNo: 1 },
  password,
  currentPassword: password,
  newPassword: 'another-password',
  secret: appSecret,
  code: codeAt(new Date('2026-11-21T09:00:00+05:00')),
}

/** Values for bodies, including optional fields. */
const inBodies: Values = {
  campus: 'Main Campus',
  userId: 'new@main.test',
  monthlyFee: 4500,
  rollNumber: 1,
  cash: 100,
  counted: 100,
  backDays: 3,
  body: { kind: 'waiver', amount: 100, reason: 'Agreed' },
  recoveryCodes: codesOf('a'),
}

/** Values to try for a field without a usual value; it gets the first that its schema accepts. */
const candidates = [{}, 1, 'Sample', '2026-11-21', 'A'.repeat(43), '0'.repeat(64), true]

/** Returns an endpoint's reply as other clients get it: amounts in rupees, dates as text. Throws if it is not valid. */
export function replyOf<E extends Endpoint>({ reply }: E, body: unknown): z.input<E['reply']> {
  return z.encode(reply, reply.parse(body)) as z.input<E['reply']>
}

type Schema = z.core.$ZodTypes

/** Returns the schema of a present value, without the parts that make it optional or read blanks. */
function givenBy(schema: z.core.$ZodType): Schema {
  const { def } = (schema as Schema)._zod
  if ('innerType' in def) return givenBy(def.innerType)
  const readsBlanks = def.type === 'pipe' && (def.in as Schema)._zod.def.type === 'transform'
  return readsBlanks ? givenBy(def.out) : (schema as Schema)
}

/** Returns a value that a schema accepts. Throws if none is known; then add the field to `usual`. */
function sampleOf(schema: z.core.$ZodType, name = '', given: Values = {}): unknown {
  const accepts = (value: unknown) => value !== undefined && z.safeParse(schema, value).success
  const known = given[name] ?? usual[name]
  if (accepts(known)) return known
  const { def } = givenBy(schema)._zod
  if (def.type === 'object') return objectOf(def.shape, given)
  if (def.type === 'array') return [sampleOf(def.element, name, given)]
  const sample = choicesOf(def).find(accepts)
  if (sample === undefined) throw new Error(`Add a usual value for ${name}`)
  return sample
}

function choicesOf(def: Schema['_zod']['def']): readonly unknown[] {
  if ('values' in def) return def.values
  return 'entries' in def ? ['all', ...Object.values(def.entries)] : candidates
}

/** Returns the required and the given fields of an object. */
const objectOf = (shape: z.core.$ZodLooseShape, given: Values): Values =>
  Object.fromEntries(
    Object.entries(shape)
      .filter(([name, field]) => name in given || !z.safeParse(field, undefined).success)
      .map(([name, field]) => [name, sampleOf(field, name, given)]),
  )

/** Fills in an endpoint's path parameters with the given values, otherwise with samples. */
export const sampleUrl = ({ path, params }: Endpoint, campus: string, given: Values = {}): string =>
  path.replace(/:(\w+)\??/g, (_, name: string) =>
    encodeURIComponent(String({ ...given, campus }[name] ?? sampleOf(params.shape[name] ?? z.never(), name))),
  )

/** Returns a valid body, with the given values in the fields of these names. */
export const sampleBody = ({ body }: Endpoint, given: Values = {}): Values =>
  sampleOf(body, '', { ...inBodies, ...given }) as Values

export const sendSampleCall = (
  caller: Caller,
  endpoint: Endpoint,
  campus: string,
  body: object = sampleBody(endpoint),
): Promise<Answer> =>
  endpoint.method === 'GET'
    ? caller.get(sampleUrl(endpoint, campus))
    : caller.post(sampleUrl(endpoint, campus), body)
