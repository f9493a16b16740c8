import { createHash } from 'node:crypto'
import type { Endpoint } from '#contract/endpoint.ts'
import { orRefuse, Refused, refuseFields } from '#domain/outcome.ts'
import type { Inside } from '#server/records/records.ts'
import type { FastifyRequest } from 'fastify'

const longestKey = 200

/** The call's Idempotency-Key, where it is a changing call that carries one (decisions §2). */
export function keyOf(endpoint: Endpoint, request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key']
  if (endpoint.effect === 'reads' || key === undefined) return null
  if (typeof key === 'string' && key.length > 0 && key.length <= longestKey) return key
  return orRefuse(
    refuseFields({ field: 'Idempotency-Key', message: `One key of 1 to ${longestKey} characters` }),
  )
}

/** Runs `work` once for a key: the same call again gets the first answer, another call with the key is refused. */
export async function once<T>(
  { staff, records }: Pick<Inside, 'staff' | 'records'>,
  key: string,
  request: FastifyRequest,
  work: () => Promise<T>,
): Promise<T> {
  const said = JSON.stringify([staff.userId, request.method, request.url, request.body ?? null])
  const remembered = await records.answers.claim(key, createHash('sha256').update(said).digest())
  if (remembered.kind === 'other call') throw new Refused({ code: 'key-reused' })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- kept below, in the shape of the same reply
  if (remembered.kind === 'again') return remembered.answer as T
  const answer = await work()
  await records.answers.keep(key, answer)
  return answer
}
