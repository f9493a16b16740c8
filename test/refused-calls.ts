import type { Kysely } from 'kysely'
import { expect } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Schema } from '#server/database/schema.ts'
import { readAllRows } from './every-row.ts'
import type { Answer } from './school.ts'

type RefusedCall = readonly [name: string, call: () => Promise<Answer>]

/** Returns one named call per endpoint and way of calling it. */
export const callsOf = <Way>(
  endpoints: readonly Endpoint[],
  ways: readonly Way[],
  call: (endpoint: Endpoint, way: Way) => Promise<Answer>,
): RefusedCall[] =>
  endpoints.flatMap((endpoint) =>
    ways.map((way): RefusedCall => [`${endpoint.path} ${JSON.stringify(way)}`, () => call(endpoint, way)]),
  )

/** Checks that each call gets this answer and changes no row. */
export async function expectRefused(
  db: Kysely<Schema>,
  refusal: { readonly status: number; readonly body: unknown },
  calls: readonly RefusedCall[],
): Promise<void> {
  expect(calls).not.toEqual([])
  const before = await readAllRows(db)
  const answers: object[] = []
  for (const [name, call] of calls) {
    const { status, body } = await call()
    answers.push({ name, status, body })
  }
  expect(answers).toEqual(calls.map(([name]) => ({ name, ...refusal })))
  const names = calls.map(([name]) => name).join('\n')
  expect(await readAllRows(db), `Written by one of these calls:\n${names}\n`).toEqual(before)
}
