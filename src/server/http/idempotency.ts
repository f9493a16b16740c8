import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { orThrow, Refused, refuseFields } from '#domain/outcome.ts'
import { lockIdempotencyKey, saveAnswer } from '#server/records/answers.ts'
import { storedAnswer, textOf, type PasswordCallContext } from './call.ts'

const maxKeyLength = 200

/** Returns the key of a call; null if the call changes nothing or has no key (decisions 2.idempotency). */
function keyOf(endpoint: Endpoint, request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key']
  if (endpoint.effect === 'reads' || endpoint.repliesSecret || key === undefined) return null
  if (typeof key === 'string' && key.length > 0 && key.length <= maxKeyLength) return key
  return orThrow(
    refuseFields({ field: 'Idempotency-Key', message: `One key of 1 to ${maxKeyLength} characters` }),
  )
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()

const takesPassword = ({ body }: Endpoint): boolean =>
  body instanceof z.ZodMiniObject && Object.keys(body.shape).some((field) => /password$/i.test(field))

type KeyedCall = Pick<PasswordCallContext<Endpoint>, 'scope' | 'passwords'>

/**
 * Returns the hash that identifies a repeated call. For a call that takes a password, it is as expensive as the hash of
 * a password; otherwise it would be a quick way to guess the password.
 */
function identifyCall(
  endpoint: Endpoint,
  { method, url, body }: FastifyRequest,
  { scope: { campus, userId }, passwords }: KeyedCall,
  key: string,
): Buffer | Promise<Buffer> {
  const call = JSON.stringify([userId, method, url, body ?? null])
  return takesPassword(endpoint)
    ? passwords.recognise(call, sha256(JSON.stringify([campus, key])))
    : sha256(call)
}

/** Answers a repeated call with the stored answer, and refuses another call with the same key. */
export async function answerOnce(
  endpoint: Endpoint,
  request: FastifyRequest,
  call: KeyedCall,
  work: () => Promise<unknown>,
): Promise<unknown> {
  const key = keyOf(endpoint, request)
  if (key === null) return work()
  const payloadHash = await identifyCall(endpoint, request, call, key)
  const { scope } = call
  const locked = await lockIdempotencyKey(scope, key, payloadHash)
  if (locked.kind === 'other call') throw new Refused({ code: 'key-reused' })
  if (locked.kind === 'again') return storedAnswer(locked.answer)
  const answer = await work()
  await saveAnswer(scope, key, payloadHash, textOf(answer))
  return answer
}
