// Calls of every endpoint with values that its schemas accept, for tests that iterate over the contract.

import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { anAdmission } from './builders.ts'
import { password, type Answer, type Caller } from './school.ts'
import { appSecret, codeAt, codesOf } from './second-factors.ts'

type Values = Readonly<Record<string, unknown>>

const { studentData, financialData } = anAdmission()

/** Values by the names of fields: the school has no use for just any value that the schema accepts. */
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

/** The same for bodies alone, and there also of fields that may be missing. */
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

/** Of these a field without a usual value gets the first that its schema accepts. */
const candidates = [{}, 1, 'Sample', '2026-11-21', 'A'.repeat(43), '0'.repeat(64), true]

/** The reply of an endpoint as other clients get it: amounts in rupees, dates as text. Throws where the contract refuses it. */
export function replyOf<E extends Endpoint>({ reply }: E, body: unknown): z.input<E['reply']> {
  return z.encode(reply, reply.parse(body)) as z.input<E['reply']>
}

type Schema = z.core.$ZodTypes

/** The schema of a value that is given, without what makes it optional or reads blanks. */
function givenBy(schema: z.core.$ZodType): Schema {
  const { def } = (schema as Schema)._zod
  if ('innerType' in def) return givenBy(def.innerType)
  const readsBlanks = def.type === 'pipe' && (def.in as Schema)._zod.def.type === 'transform'
  return readsBlanks ? givenBy(def.out) : (schema as Schema)
}

/** A value that a schema accepts. Throws where none is known: the name of the field then joins `usual`. */
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

/** The fields that an object needs, and those that are given. */
const objectOf = (shape: z.core.$ZodLooseShape, given: Values): Values =>
  Object.fromEntries(
    Object.entries(shape)
      .filter(([name, field]) => name in given || !z.safeParse(field, undefined).success)
      .map(([name, field]) => [name, sampleOf(field, name, given)]),
  )

/** The path of an endpoint with its parameters filled in: with the given values, otherwise with sample values. */
export const sampleUrl = ({ path, params }: Endpoint, campus: string, given: Values = {}): string =>
  path.replace(/:(\w+)\??/g, (_, name: string) =>
    encodeURIComponent(String({ ...given, campus }[name] ?? sampleOf(params.shape[name] ?? z.never(), name))),
  )

/** A body that an endpoint accepts, with the given values in the fields of these names. */
export const sampleBody = ({ body }: Endpoint, given: Values = {}): Values =>
  sampleOf(body, '', { ...inBodies, ...given }) as Values

/** Calls an endpoint with sample values. */
export const sendSampleCall = (
  caller: Caller,
  endpoint: Endpoint,
  campus: string,
  body: object = sampleBody(endpoint),
): Promise<Answer> =>
  endpoint.method === 'GET'
    ? caller.get(sampleUrl(endpoint, campus))
    : caller.post(sampleUrl(endpoint, campus), body)
