import { createHash } from 'node:crypto'
import type { Endpoint } from '#contract/endpoint.ts'
import { orThrow, Refused, refuseFields } from '#domain/outcome.ts'
import type { Staff } from '#server/records/door.ts'
import type { Inside } from '#server/records/records.ts'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { hashForRecognition } from './password.ts'

const longestKey = 200

/** The call's Idempotency-Key, where it is a changing call that carries one (decisions 2.idempotency). */
function keyOf(endpoint: Endpoint, request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key']
  if (endpoint.effect === 'reads' || key === undefined) return null
  if (typeof key === 'string' && key.length > 0 && key.length <= longestKey) return key
  return orThrow(
    refuseFields({ field: 'Idempotency-Key', message: `One key of 1 to ${longestKey} characters` }),
  )
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()

const takesPassword = ({ body }: Endpoint): boolean =>
  body instanceof z.ZodObject && Object.keys(body.shape).some((field) => /password$/i.test(field))

/**
 * What the call said, to know it again by. The hash is stored: of a call that takes a password it is made as slowly as a
 * password's own, or it would be the quick way to guess what the staff's hashes guard.
 */
function recognise(
  endpoint: Endpoint,
  { method, url, body }: FastifyRequest,
  { campus, userId }: Staff,
  key: string,
): Buffer | Promise<Buffer> {
  const said = JSON.stringify([userId, method, url, body ?? null])
  return takesPassword(endpoint)
    ? hashForRecognition(said, sha256(JSON.stringify([campus, key])))
    : sha256(said)
}

/** Runs `work` once for a key: the same call again gets the first answer, another call with the key is refused. */
export async function once<T>(
  endpoint: Endpoint,
  request: FastifyRequest,
  { staff, records }: Pick<Inside, 'staff' | 'records'>,
  work: () => Promise<T>,
): Promise<T> {
  const key = keyOf(endpoint, request)
  if (key === null) return work()
  const remembered = await records.answers.claim(key, await recognise(endpoint, request, staff, key))
  if (remembered.kind === 'other call') throw new Refused({ code: 'key-reused' })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- kept below, in the shape of the same reply
  if (remembered.kind === 'again') return remembered.answer as T
  const answer = await work()
  await records.answers.keep(key, answer)
  return answer
}
