import type { Kysely } from 'kysely'
import { expect } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Schema } from '#server/database/schema.ts'
import { everyRow } from './every-row.ts'
import type { Answer } from './school.ts'

/** A call that is refused, with the endpoint and how it is called. */
type RefusedCall = readonly [name: string, call: () => Promise<Answer>]

/** Several calls of each endpoint, one in each way. */
export const callsOf = <Way>(
  endpoints: readonly Endpoint[],
  ways: readonly Way[],
  call: (endpoint: Endpoint, way: Way) => Promise<Answer>,
): RefusedCall[] =>
  endpoints.flatMap((endpoint) =>
    ways.map((way): RefusedCall => [`${endpoint.path} ${JSON.stringify(way)}`, () => call(endpoint, way)]),
  )

/** Each of these calls is answered like this, and none of them changes a row. */
export async function expectRefused(
  db: Kysely<Schema>,
  refusal: { readonly status: number; readonly body: unknown },
  calls: readonly RefusedCall[],
): Promise<void> {
  expect(calls).not.toEqual([])
  const before = await everyRow(db)
  const answers: object[] = []
  for (const [name, call] of calls) {
    const { status, body } = await call()
    answers.push({ name, status, body })
  }
  expect(answers).toEqual(calls.map(([name]) => ({ name, ...refusal })))
  const names = calls.map(([name]) => name).join('\n')
  expect(await everyRow(db), `Written by one of these calls:\n${names}\n`).toEqual(before)
}
